# Answers of R for the oracle tests. Run from the project's root:
#   Rscript tests/oracles/make_oracles.R
# Needs r-base-core, r-cran-jsonlite, r-cran-exactranktests and r-cran-effectsize.
# README.md beside this file says what each answer means.
suppressMessages({library(jsonlite); library(exactRankTests); library(effectsize)})

folder <- "tests/oracles"
save_cases <- function(name, source, cases, notes = list()) {
  body <- c(list(source = paste0("R ", getRversion(), ": ", source),
                 made_by = "tests/oracles/make_oracles.R"), notes, list(cases = cases))
  # I(17) asks for all digits; toJSON stops at 15
  text <- toJSON(body, digits = I(17), auto_unbox = TRUE, na = "null", null = "null", pretty = 1)
  writeLines(text, file.path(folder, paste0(name, ".json")))
}
finite <- function(x) ifelse(is.infinite(x), "Inf", x)
as_table <- function(text) as.matrix(read.table(text = text, header = TRUE, check.names = FALSE))
round_table <- function(m, digits) {
  m <- round(m, digits)
  colnames(m) <- LETTERS[seq_len(ncol(m))]
  m
}

# ---- tables: published ones first, then made ones with what breaks naive code
hitrate <- as_table("Coco knn logic sexy sexy2 pop
58.69 57.25 50.36 58.71 59.47 30.23
58.47 57.27 50.09 58.37 59.23 30.28
58.4 57.3 50.14 58.49 59.33 30.28
58.77 57.28 50.46 58.67 59.76 30.59
58.67 57.41 50.44 58.86 59.74 30.49
58.87 57.81 50.56 58.89 59.69 30.62
58.64 57.58 50.49 58.71 59.6 30.52
58.67 57.71 50.44 58.6 59.37 30.7
58.6 57.49 50.12 58.7 59.4 30.18
58.84 57.79 50.36 59.04 59.41 30.49")
demsar2006 <- as_table("C4.5 C4.5+m C4.5+cf C4.5+m+cf
0.763 0.768 0.771 0.798
0.599 0.591 0.59 0.569
0.954 0.971 0.968 0.967
0.628 0.661 0.654 0.657
0.882 0.888 0.886 0.898
0.936 0.931 0.916 0.931
0.661 0.668 0.609 0.685
0.583 0.583 0.563 0.625
0.775 0.838 0.866 0.875
1 1 1 1
0.94 0.962 0.965 0.962
0.619 0.666 0.614 0.669
0.972 0.981 0.9751 0.975
0.957 0.978 0.946 0.97")
garcia_herrera2008 <- as_table("C4.5 1-NN NaiveBayes Kernel CN2
0.219 0.202 0.249 0.165 0.261
0.803 0.75 0.813 0.692 0.798
0.859 0.814 0.845 0.542 0.816
0.809 0.774 0.673 0.275 0.785
0.768 0.79 0.727 0.872 0.706
0.759 0.654 0.734 0.703 0.714
0.693 0.611 0.572 0.689 0.572
0.544 0.531 0.558 0.439 0.541
0.945 0.954 0.978 0.541 0.858
0.725 0.705 0.739 0.625 0.717
0.674 0.736 0.721 0.356 0.704
0.801 0.357 0.52 0.309 0.52
0.785 0.77 0.841 0.659 0.759
0.71 0.402 0.728 0.12 0.674
0.691 0.827 0.667 0.527 0.638
0.743 0.739 0.83 0.549 0.746
0.99 0.482 0.941 0.857 0.99
0.867 0.098 0.915 0.986 0.784
0.821 0.872 0.815 0.885 0.778
0.893 0.824 0.902 0.739 0.885
0.799 0.655 0.925 0.517 0.755
0.845 0.731 0.693 0.653 0.704
0.741 0.701 0.591 0.663 0.619
0.799 0.994 0.603 0.269 0.621
0.949 0.955 0.989 0.77 0.954
0.555 0.505 0.569 0.312 0.556
0.928 0.928 0.945 0.419 0.897
0.915 0.857 0.86 0.7 0.777
0.855 0.796 0.857 0.607 0.809
0.906 0.359 0.895 0.641 0.918")
RNGkind("Mersenne-Twister", "Inversion", "Rejection")
set.seed(20061101)
negative <- round_table(cbind(rnorm(8, -1, 0.1), rnorm(8, -1.2, 1), rnorm(8, 0, 3)), 4)
ties_heavy <- round_table(matrix(sample(1:4, 60, replace = TRUE), 12), 0)
first <- round(runif(15), 1)
two_algorithms <- round_table(cbind(first, round(first + rnorm(15, 0.05, 0.1), 1)), 1)
effects <- seq(0, 1.5, length.out = 12)
many_algorithms <- round_table(sweep(matrix(rnorm(240), 20), 2, effects, "+"), 3)
small <- round_table(cbind(c(0.91, 0.85, 0.77, 0.88), c(0.93, 0.83, 0.79, 0.9),
                           c(0.97, 0.95, 0.86, 0.92)), 2)
unequal_variances <- round_table(sapply(c(0.1, 1, 5, 20), function(s) rnorm(10, 50, s)), 3)
tables <- list(hitrate = hitrate, demsar2006 = demsar2006,
               garcia_herrera2008 = garcia_herrera2008, negative = negative,
               ties_heavy = ties_heavy, two_algorithms = two_algorithms,
               many_algorithms = many_algorithms, small = small,
               unequal_variances = unequal_variances)
pairs_of <- function(m) combn(ncol(m), 2, simplify = FALSE)
ranks_of <- function(m) t(apply(-m, 1, rank))

friedman_case <- function(m) {
  n <- nrow(m); k <- ncol(m); r <- ranks_of(m); f <- friedman.test(m)
  chi2 <- unname(f$statistic)
  plain <- 12 * n / (k * (k + 1)) * (sum(colMeans(r)^2) - k * (k + 1)^2 / 4)
  id <- function(x) (n - 1) * x / (n * (k - 1) - x)
  id_p <- function(x) pf(id(x), k - 1, (k - 1) * (n - 1), lower.tail = FALSE)
  list(statistic = chi2, dof = unname(f$parameter), p_value = f$p.value, chi2_uncorrected = plain,
       p_value_uncorrected = pchisq(plain, k - 1, lower.tail = FALSE),
       iman_davenport = finite(id(chi2)), iman_davenport_p = id_p(chi2),
       iman_davenport_uncorrected = finite(id(plain)),
       iman_davenport_uncorrected_p = id_p(plain),
       kendall_w = chi2 / (n * (k - 1)), mean_ranks = unname(colMeans(r)))
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

long_of <- function(m) {
  data.frame(score = as.vector(m),
             algorithm = factor(rep(colnames(m), each = nrow(m)), levels = colnames(m)),
             block = factor(rep(seq_len(nrow(m)), ncol(m))))
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

anova_case <- function(m) {
  n <- nrow(m); k <- ncol(m)
  t <- summary(aov(score ~ algorithm + block, long_of(m)))[[1]]
  ss <- t[["Sum Sq"]]; dof <- t[["Df"]]; ms <- t[["Mean Sq"]]; total <- sum(ss)
  row <- function(i) {
    list(dof = dof[i], ss = ss[i], ms = ms[i], f = t[["F value"]][i], p = t[["Pr(>F)"]][i],
         eta2 = ss[i] / total, partial_eta2 = ss[i] / (ss[i] + ss[3]),
         omega2 = (ss[i] - dof[i] * ms[3]) / (total + ms[3]))
  }
  out <- list(treatments = row(1), blocks = row(2),
              error = list(dof = dof[3], ss = ss[3], ms = ms[3]),
              total = list(dof = sum(dof), ss = total))
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
save_cases("tables", "input of the other files", lapply(tables, table_case))
save_cases("friedman", "stats::friedman.test, pchisq, pf", lapply(tables, friedman_case))
save_cases("nemenyi", "stats::ptukey, qtukey", lapply(tables, nemenyi_case),
           list(ptukey_note = ptukey_note))
save_cases("bonferroni_dunn", "stats::pnorm, qnorm", lapply(tables, bonferroni_dunn_case))
save_cases("anova", "stats::aov, mauchly.test, sphericity, anova.mlm", lapply(tables, anova_case),
           list(mauchly_note = mauchly_note))
save_cases("tukey", "stats::TukeyHSD, ptukey, pt", lapply(tables, tukey_case),
           list(ptukey_note = ptukey_note))
save_cases("wilcoxon",
           paste("exactRankTests", packageVersion("exactRankTests"),
                 "wilcox.exact; stats::wilcox.test, psignrank, p.adjust; effectsize",
                 packageVersion("effectsize"), "rank_biserial"),
           lapply(tables, wilcoxon_case), list(rank_biserial_note = rank_biserial_note))
save_cases("describe", "base; stats::sd, median, quantile (type 7)", lapply(tables, describe_case))
