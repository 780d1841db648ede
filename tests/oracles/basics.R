# Friedman, its post hoc tests, analysis of variance, Tukey, signed ranks and descriptions.

agreement_ends <- function(r, w) {
  n <- nrow(r); k <- ncol(r); v <- cov(r); u <- colMeans(r) - (k + 1) / 2
  if (k == 2 || n == 2 || all(v == 0) && all(u == 0)) return(NULL)
  direct <- if (all(u == 0)) 0 else c(u %*% v %*% u) / sum(u^2)
  one <- sum((r - (k + 1) / 2)^2) / n^2
  # the upper end, and the lower one with more caution
  dof <- c(rank_share_dof(direct, sum(diag(v)) / (k - 1), one / (k - 1) / 10, k, n - 1, 1 / 4),
           rank_share_dof(direct, sum(diag(v)) / (k - 1), one / 4, k, n - 1, 1))
  c(dof, rank_share_ends(w, n, dof))
}
friedman_case <- function(m) {
  n <- nrow(m); k <- ncol(m); r <- ranks_of(m); f <- friedman.test(m)
  chi2 <- unname(f$statistic)
  plain <- 12 * n / (k * (k + 1)) * (sum(colMeans(r)^2) - k * (k + 1)^2 / 4)
  id <- function(x) (n - 1) * x / (n * (k - 1) - x)
  id_p <- function(x) pf(id(x), k - 1, (k - 1) * (n - 1), lower.tail = FALSE)
  w <- chi2 / (n * (k - 1))
  stopifnot(all.equal(kendalls_w(r, ci = NULL, verbose = FALSE)[[1]], w))
  list(statistic = chi2, dof = unname(f$parameter), p_value = f$p.value, chi2_uncorrected = plain,
       p_value_uncorrected = pchisq(plain, k - 1, lower.tail = FALSE),
       iman_davenport = finite(id(chi2)), iman_davenport_p = id_p(chi2),
       iman_davenport_uncorrected = finite(id(plain)),
       iman_davenport_uncorrected_p = id_p(plain),
       kendall_w = w, mean_ranks = unname(colMeans(r)), agreement = agreement_ends(r, w))
}

rank_error <- function(m) sqrt(ncol(m) * (ncol(m) + 1) / (6 * nrow(m)))
nemenyi_case <- function(m) {
  k <- ncol(m); means <- colMeans(ranks_of(m)); names <- colnames(m)
  rows <- lapply(pairs_of(m), function(ij) {
    d <- unname(means[ij[1]] - means[ij[2]]); q <- abs(d) / rank_error(m) * sqrt(2)
    list(first = names[ij[1]], second = names[ij[2]], difference = d, q = q,
         p = ptukey(q, k, Inf, lower.tail = FALSE))
  })
  cd <- sapply(c("0.01" = 0.01, "0.05" = 0.05, "0.10" = 0.10),
               function(a) qtukey(1 - a, k, Inf) / sqrt(2) * rank_error(m))
  list(pairs = rows, cd = as.list(cd))
}

bonferroni_dunn_case <- function(m) {
  k <- ncol(m); means <- colMeans(ranks_of(m)); names <- colnames(m)
  controls <- lapply(seq_len(k), function(control) {
    list(pairs = lapply(setdiff(seq_len(k), control), function(other) {
      z <- unname(means[control] - means[other]) / rank_error(m); p <- 2 * pnorm(-abs(z))
      list(other = names[other], z = z, p = p, p_adjusted = min(1, (k - 1) * p))
    }))
  })
  cd <- sapply(c("0.05" = 0.05, "0.10" = 0.10),
               function(a) qnorm(1 - a / (2 * (k - 1))) * rank_error(m))
  list(controls = setNames(controls, names), cd = as.list(cd))
}

sphericity_of <- function(m, f, dof) {
  k <- ncol(m); model <- lm(m ~ 1)
  eps <- stats:::sphericity(SSD(model), X = ~1)
  gg <- unname(eps$GG.eps); hf <- min(1, max(gg, unname(eps$HF.eps)))
  # of the contrasts themselves: mauchly.test(X = ~1) puts k for k - 1 in one correction term
  helmert <- contr.helmert(k)
  contrast <- mauchly.test(lm(m %*% (helmert %*% diag(1 / sqrt(colSums(helmert^2)))) ~ 1))
  direct <- mauchly.test(model, X = ~1)
  printed <- anova(model, X = ~1, test = "Spherical")
  list(w = unname(contrast$statistic), p = contrast$p.value,
       w_direct = unname(direct$statistic), p_direct = direct$p.value,
       gg = gg, hf = hf, hf_uncapped = unname(eps$HF.eps),
       p_gg = pf(f, gg * dof[1], gg * dof[2], lower.tail = FALSE),
       p_hf = pf(f, hf * dof[1], hf * dof[2], lower.tail = FALSE),
       p_gg_printed = printed[1, "G-G Pr"], p_hf_printed = printed[1, "H-F Pr"])
}

# dof of F by how much contrasts differ between blocks, and the ends of partial eta squared
eta_ends <- function(m, f) {
  n <- nrow(m); k <- ncol(m); z <- m %*% contr.helmert(k) %*% diag(1 / sqrt(colSums(contr.helmert(k)^2)), k - 1)
  v <- cov(z); u <- colMeans(z); mean <- sum(diag(v)) / (k - 1); one <- mean / n / 10
  direct <- if (all(u == 0)) mean else c(u %*% v %*% u) / sum(u^2)
  inflation <- (qt(0.975, n - 1) / qnorm(0.975))^(2 * (1 - 1 / (k - 1)))
  squares <- rowSums(scale(z, scale = FALSE)^2); whole <- (k - 1) * (n - 1)
  dof <- (k - 1) * (mean + one) / (inflation * direct + one)
  varying <- if (n > 2) (n - 1) * var(squares / sum(squares)) / (1 - 2 / n) else 0
  errors <- error_dof(2 / whole, varying - 2 / whole, whole)
  c(dof, errors, eta_between(f, k - 1, whole, whole, dof, errors))
}

anova_case <- function(m) {
  n <- nrow(m); k <- ncol(m)
  model <- aov(score ~ algorithm + block, long_of(m))
  t <- summary(model)[[1]]
  ss <- t[["Sum Sq"]]; dof <- t[["Df"]]; ms <- t[["Mean Sq"]]; total <- sum(ss)
  row <- function(i) {
    list(dof = dof[i], ss = ss[i], ms = ms[i], f = t[["F value"]][i], p = t[["Pr(>F)"]][i],
         eta2 = ss[i] / total, partial_eta2 = ss[i] / (ss[i] + ss[3]),
         partial_omega2 = omega_squared(model, partial = TRUE)[i, "Omega2_partial"])
  }
  out <- list(treatments = row(1), blocks = row(2),
              error = list(dof = dof[3], ss = ss[3], ms = ms[3]),
              total = list(dof = sum(dof), ss = total))
  out$eta <- if (ss[3] > 1e-12 * total && out$treatments$f < 1e4) eta_ends(m, out$treatments$f) else NA
  estimable <- k > 2 && n - 1 >= k - 1
  out$sphericity <- if (estimable) sphericity_of(m, out$treatments$f, dof[c(1, 3)]) else NA
  out
}

tukey_case <- function(m) {
  n <- nrow(m); k <- ncol(m); names <- colnames(m)
  model <- aov(score ~ algorithm + block, long_of(m))
  t95 <- TukeyHSD(model, "algorithm")$algorithm
  t99 <- TukeyHSD(model, "algorithm", conf.level = 0.99)$algorithm
  mse <- deviance(model) / df.residual(model); dof <- df.residual(model)
  # TukeyHSD lists later - earlier, column by column: the order of combn
  later_first <- sapply(pairs_of(m), function(ij) paste0(names[ij[2]], "-", names[ij[1]]))
  stopifnot(rownames(t95) == later_first)
  rows <- Map(function(ij, line) {
    q <- abs(t95[line, "diff"]) / sqrt(mse / n)
    list(first = names[ij[1]], second = names[ij[2]], difference = -t95[line, "diff"],
         low = -t95[line, "upr"], high = -t95[line, "lwr"],
         low99 = -t99[line, "upr"], high99 = -t99[line, "lwr"],
         p_adj = t95[line, "p adj"], q = unname(q),
         p = ptukey(unname(q), k, dof, lower.tail = FALSE),
         t_p = 2 * pt(-unname(q) / sqrt(2), dof))
  }, pairs_of(m), seq_len(nrow(t95)))
  list(mse = mse, dof = dof, pairs = rows)
}

normal_p <- function(d, zeros) {
  n <- length(d); r <- rank(abs(d)); nz <- d != 0
  ties <- function(x) { t <- table(x); sum(t^3 - t) }
  half <- if (zeros == "zsplit") sum(r[!nz]) / 2 else 0
  plus <- sum(r[d > 0]) + half; n0 <- sum(!nz)
  full <- n * (n + 1) * (2 * n + 1) / 24
  if (zeros == "pratt") {
    mean <- (n * (n + 1) - n0 * (n0 + 1)) / 4
    var <- full - n0 * (n0 + 1) * (2 * n0 + 1) / 24 - ties(r[nz]) / 48
  } else { mean <- n * (n + 1) / 4; var <- full - ties(r) / 48 }
  list(plus = plus, p = if (var > 0 && any(nz)) 2 * pnorm(-abs(plus - mean) / sqrt(var)) else 1)
}
enumerated_p <- function(d) {  # Pratt, by all sign patterns
  r <- rank(abs(d))[d != 0]
  if (length(r) == 0) return(1)
  if (length(r) > 15) return(NA)
  signs <- as.matrix(expand.grid(rep(list(0:1), length(r)))); sums <- signs %*% r
  t <- sum(rank(abs(d))[d > 0]); min(1, 2 * min(mean(sums <= t + 1e-9), mean(sums >= t - 1e-9)))
}

shift_of <- function(d) {
  ci <- suppressWarnings(wilcox.test(d, exact = TRUE, conf.int = TRUE))
  # the level R reports is rounded where 95 % is out of reach, and nominal elsewhere
  bound <- max(1, qsignrank(0.025, length(d)))
  list(estimate = unname(ci$estimate), low = ci$conf.int[1], high = ci$conf.int[2],
       level_reported = attr(ci$conf.int, "conf.level"),
       level_achieved = 1 - 2 * psignrank(bound - 1, length(d)))
}

effect_of <- function(...) {
  e <- suppressMessages(rank_biserial(..., verbose = FALSE))
  list(estimate = e$r_rank_biserial, low = e$CI_low, high = e$CI_high)
}

signed_rank_pair <- function(x, y) {
  d <- unname(round(x - y, 10)); nz <- d[d != 0]; some <- length(nz) > 0
  out <- list(n = length(nz), n_zeros = sum(d == 0),
              plus = sum(rank(abs(nz))[nz > 0]), minus = sum(rank(abs(nz))[nz < 0]))
  out$p_exact <- if (some) min(1, wilcox.exact(nz, exact = TRUE)$p.value) else 1
  normal <- function() suppressWarnings(wilcox.test(nz, exact = FALSE, correct = FALSE)$p.value)
  out$p_normal <- if (some) normal() else 1
  out$pratt <- normal_p(d, "pratt"); out$zsplit <- normal_p(d, "zsplit")
  out$pratt_exact <- enumerated_p(d)
  untied <- length(nz) == length(d) && !any(duplicated(abs(d)))
  out$shift <- if (untied) shift_of(d) else NA
  effect <- if (some) effect_of(nz, mu = 0)
  plain <- length(nz) == length(d) && abs(effect$estimate) < 1
  out$rank_biserial <- if (plain) effect else NA
  out$rank_biserial_nonzero <- if (some) effect else NA
  out$rank_biserial_paired <- if (some) effect_of(unname(x), unname(y), paired = TRUE) else NA
  out
}

wilcoxon_case <- function(m) {
  names <- colnames(m)
  rows <- lapply(pairs_of(m), function(ij) {
    c(list(first = names[ij[1]], second = names[ij[2]]), signed_rank_pair(m[, ij[1]], m[, ij[2]]))
  })
  list(pairs = rows, holm = I(p.adjust(sapply(rows, function(x) x$p_exact), "holm")))
}

describe_case <- function(m) {
  r <- ranks_of(m)
  rows <- lapply(seq_len(ncol(m)), function(j) {
    x <- m[, j]; others <- m[, -j, drop = FALSE]; q <- unname(quantile(x, c(0.25, 0.75)))
    list(algorithm = colnames(m)[j], mean = mean(x), sd = sd(x), median = median(x),
         q25 = q[1], q75 = q[2], mean_rank = mean(r[, j]),
         wins = sum(x > others), ties = sum(x == others), losses = sum(x < others))
  })
  list(rows = rows)
}

ptukey_note <- paste("ptukey and qtukey are approximations. On these tables ptukey is within 1e-10",
                     "(absolute) of the true value up to 6 algorithms, within 1e-8 with 12; qtukey",
                     "is within 1e-7 (relative).")
rank_biserial_note <- paste(
  "first - second, zeros dropped, interval by Fisher's z. rank_biserial_nonzero is",
  "rank_biserial(rounded nonzero differences, mu = 0); rank_biserial is the same where there is",
  "no zero and |r| < 1. rank_biserial_paired is rank_biserial(x, y, paired = TRUE) as it comes:",
  "it counts nonzero x instead of nonzero differences in the interval, and ranks unrounded",
  "differences, so equal decimal differences may not tie.")
mauchly_note <- paste("w and p are Mauchly's test of orthonormal contrasts; w_direct and p_direct",
                      "are mauchly.test(X = ~1), whose p has k for k - 1 in one term.")

table_case <- function(m) list(algorithms = I(colnames(m)), values = unname(m))
oracle("tables", "input of the other files", lapply(tables, table_case))
oracle("friedman", "stats::friedman.test, pchisq, pf; effectsize::kendalls_w", lapply(tables, friedman_case),
       list(agreement_note = paste(
  "agreement: dof of the noncentral chi-square distribution of W, and the ends of its interval by",
  "pchisq and uniroot; not of two columns.")), needs = "effectsize")
oracle("nemenyi", "stats::ptukey, qtukey", lapply(tables, nemenyi_case),
       list(ptukey_note = ptukey_note))
oracle("bonferroni_dunn", "stats::pnorm, qnorm", lapply(tables, bonferroni_dunn_case))
oracle("anova", "stats::aov, mauchly.test, sphericity, anova.mlm; effectsize::omega_squared",
       lapply(tables, anova_case), list(mauchly_note = mauchly_note, eta_note = paste(
  "eta: dof of the noncentral F distribution, estimated from the blocks, those of the error as they are and",
  "with caution, and the ends of the interval of",
  "partial eta squared by pf and uniroot.")), needs = "effectsize")
oracle("tukey", "stats::TukeyHSD, ptukey, pt", lapply(tables, tukey_case),
       list(ptukey_note = ptukey_note))
oracle("wilcoxon",
       paste("exactRankTests", packageVersion("exactRankTests"),
             "wilcox.exact; stats::wilcox.test, psignrank, p.adjust; effectsize",
             packageVersion("effectsize"), "rank_biserial"),
       lapply(tables, wilcoxon_case), list(rank_biserial_note = rank_biserial_note),
       needs = c("exactRankTests", "effectsize"))
oracle("describe", "base; stats::sd, median, quantile (type 7)", lapply(tables, describe_case))
