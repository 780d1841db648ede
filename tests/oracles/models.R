# Post hoc tests and models: rank z, Conover, Dunnett, exact rank sums, mixed models.

# ---- z and t of mean ranks
methods <- c("bonferroni", "holm", "hochberg", "hommel", "BH", "BY")
adjusted <- function(p) {
  lapply(setNames(methods, tolower(methods)), function(how) I(p.adjust(p, how)))
}
rank_z_case <- function(m) {
  means <- unname(colMeans(ranks_of(m))); error <- sqrt(ncol(m) * (ncol(m) + 1) / (6 * nrow(m)))
  rows <- pair_rows(m, function(i, j) {
    z <- (means[i] - means[j]) / error
    list(difference = means[i] - means[j], z = z, p = 2 * pnorm(-abs(z)))
  })
  list(pairs = rows, adjusted = adjusted(sapply(rows, function(row) row$p)))
}
oracle("rank_z", "stats::pnorm, p.adjust", lapply(tables, rank_z_case), list(
  rank_z_note = "adjusted lists p.adjust of all pairs, in the order of pairs."))

conover_case <- function(m) {
  n <- nrow(m); k <- ncol(m); r <- ranks_of(m); totals <- unname(colSums(r))
  dof <- (n - 1) * (k - 1); error <- sqrt(2 * (n * sum(r^2) - sum(totals^2)) / dof)
  chi2 <- friedman.test(m)$statistic[[1]]  # the book's other form
  other <- 2 * n * (sum(r^2) - n * k * (k + 1)^2 / 4) / dof * (1 - chi2 / (n * (k - 1)))
  stopifnot(all.equal(error^2, other))
  rows <- pair_rows(m, function(i, j) {
    t <- (totals[i] - totals[j]) / error
    list(difference = totals[i] - totals[j], t = t, p = 2 * pt(-abs(t), dof))
  })
  list(dof = dof, error = error, pairs = rows, adjusted = adjusted(sapply(rows, function(x) x$p)))
}
oracle("conover", "stats::pt, friedman.test, p.adjust", lapply(tables, conover_case), list(
  conover_note = paste("Conover 1999, section 5.8: rank sums, error = sqrt(2 (n sum r^2 - sum R^2)",
                   "/ ((n - 1)(k - 1))), the tie-corrected form.")))

# ---- Dunnett of the block model
# z is the control's own error, s that of the standard deviation; trapezoids in z and log s
beyond <- function(t, others, dof, sided = "two.sided") {  # P(max |T| > t), or P(max T > t)
  z <- seq(-12, 45, by = 0.1); step <- 1 / sqrt(128 * dof)
  u <- seq(-log1p(abs(t)) - 40 / dof - 10 / sqrt(dof), log1p(10 / sqrt(dof)), by = step)
  c <- outer(sqrt(2) * t * exp(u), z, function(c, z) c)
  z <- rep(z, each = length(u))
  out <- pnorm(z + c, lower.tail = FALSE) + if (sided == "two.sided") pnorm(z - c) else 0
  given <- matrix(dnorm(z) * -expm1(others * log1p(-pmin(out, 1))), length(u))
  s2 <- exp(2 * u)
  sum(rowSums(given) * 2 * dof * s2 * dchisq(dof * s2, dof)) * 0.1 * step
}
critical <- function(others, dof, sided) {
  uniroot(function(t) beyond(t, others, dof, sided) - 0.05, c(0, 20), tol = 1e-11)$root
}
dunnett_control <- function(m, control) {
  k <- ncol(m); others <- colnames(m)[-control]; dof <- (k - 1) * (nrow(m) - 1)
  data <- long_of(m); data$algorithm <- relevel(data$algorithm, colnames(m)[control])
  model <- aov(score ~ algorithm + block, data)
  sides <- lapply(alternatives, function(a) {
    set.seed(1955); fit <- glht(model, mcp(algorithm = "Dunnett"), alternative = a)
    exactly <- GenzBretz(abseps = 1e-6, maxpts = 1e5)
    how <- multcomp::adjusted("single-step", algorithm = exactly)
    test <- suppressWarnings(summary(fit, test = how)$test)  # it says when 1e-6 was not reached
    toward <- switch(a, two.sided = abs(test$tstat), less = -test$tstat, greater = test$tstat)
    p <- sapply(unname(toward), beyond, k - 1, dof, a); se <- unname(test$sigma)
    stopifnot(abs(p - test$pvalues) < 2e-4)
    reach <- critical(k - 1, dof, a) * se; estimate <- unname(test$coefficients)
    list(p = I(as.numeric(test$pvalues)), p_exact = I(p), critical = reach[1] / se[1],
         low = if (a != "less") I(estimate - reach) else NA,
         high = if (a != "greater") I(estimate + reach) else NA,
         estimate = estimate, se = se, t = unname(test$tstat))
  })
  rows <- sides$two_sided[c("estimate", "se", "t")]
  c(list(others = I(others), difference = I(rows$estimate), se = rows$se[1], t = I(rows$t),
         dof = dof),
    lapply(sides, function(side) side[c("p", "p_exact", "critical", "low", "high")]))
}
dunnett_case <- function(m) {
  used <- c(1, ncol(m))
  list(controls = setNames(lapply(used, function(i) dunnett_control(m, i)), colnames(m)[used]))
}
oracle("dunnett", paste("multcomp", packageVersion("multcomp"), "glht; mvtnorm",
                    packageVersion("mvtnorm"), "GenzBretz"), {
  stopifnot(all.equal(beyond(2.5, 1, 14), 2 * pt(-2.5, 14), tolerance = 1e-12),
        all.equal(beyond(60, 1, 45), 2 * pt(-60, 45), tolerance = 1e-10),
        all.equal(beyond(-1, 1, 45, "greater"), pt(1, 45), tolerance = 1e-12))
  lapply(tables, dunnett_case)
}, list(dunnett_note = paste(
  "glht(aov(score ~ algorithm + block), mcp(algorithm = 'Dunnett')), control first or last column.",
  "difference is other - control, as are t, less and greater; lists run over others. p is",
  "GenzBretz (good to 2e-4), p_exact, critical and the 95 % bounds low and high a double sum,",
  "good to about 1e-10.")), needs = c("multcomp", "mvtnorm"))

# ---- the exact difference of two rank sums (Eisinga et al. 2017), without ties
rank_sum_null <- function(k, n) {  # P(D = -n(k - 1) .. n(k - 1)), block by block
  one <- pmax(0, k - abs(seq(1 - k, k - 1))) / (k * (k - 1)); one[k] <- 0
  null <- 1
  for (i in seq_len(n)) {
    wider <- numeric(length(null) + 2 * (k - 1))
    for (at in seq_along(one)) {
      to <- at - 1 + seq_along(null); wider[to] <- wider[to] + one[at] * null
    }
    null <- wider
  }
  null
}
exact_difference <- function(k, n, d) {
  top <- n * (k - 1); null <- rank_sum_null(k, n); folded <- null[top + 1 + 0:top]
  folded[-1] <- 2 * folded[-1]
  upper <- rev(cumsum(rev(folded)))  # smallest first
  list(k = k, n = n, d = d, p = I(pmin(1, upper[d + 1])),
       mid_p = I(upper[d + 1] - folded[d + 1] / 2))
}
enumerated_difference <- function(k, n) {  # all tables of ranks
  first_two <- permutations(seq_len(k))[, 1:2]; sums <- 0
  for (i in seq_len(n)) sums <- c(outer(sums, first_two[, 1] - first_two[, 2], `+`))
  sapply(0:(n * (k - 1)), function(d) mean(abs(sums) >= d))
}
whole <- function(k, n) exact_difference(k, n, 0:(n * (k - 1)))
on_tables <- function() {
  untied <- Filter(function(m) all(ranks_of(m) == round(ranks_of(m))), tables)
  lapply(untied, function(m) {
    totals <- unname(colSums(ranks_of(m)))
    list(pairs = pair_rows(m, function(i, j) {
      d <- totals[i] - totals[j]
      list(difference = d, p = as.numeric(exact_difference(ncol(m), nrow(m), abs(d))$p))
    }))
  })
}
oracle("eisinga", "base: convolution over blocks", {
  for (kn in list(c(2, 5), c(3, 4), c(4, 3), c(5, 2), c(3, 6))) {
    found <- exact_difference(kn[1], kn[2], 0:(kn[2] * (kn[1] - 1)))
    stopifnot(all.equal(as.numeric(found$p), enumerated_difference(kn[1], kn[2])))
  }
  eisinga <- list(k2_n5 = whole(2, 5), k3_n4 = whole(3, 4), k4_n3 = whole(4, 3), k5_n2 = whole(5, 2),
              k5_n5 = whole(5, 5), k10_n10 = whole(10, 10),
              k11_n12 = exact_difference(11, 12, seq(5, 120, by = 5)),
              k5_n30 = exact_difference(5, 30, seq(0, 120, by = 10)),
              k12_n20 = exact_difference(12, 20, seq(0, 220, by = 20)),
              k100_n100 = exact_difference(100, 100, c(100, 1000, 3000)))
  stopifnot(round(as.numeric(eisinga$k100_n100$p[1]), 7) == 0.8085251)
  eisinga
}, list(tables = on_tables(), eisinga_note = paste(
  "p is P(|R_i - R_j| >= d) of rank sums under Friedman's null without ties, mid_p counts half of",
  "P(= d). Checked against all tables of ranks for small k and n, and against the example of the",
  "authors' script: k = n = d = 100 gives .8085251. tables: the tables without ties.")))

# ---- mixed models
long_scores <- function(seed, algorithms, datasets, repeats, lost) {
  set.seed(seed)
  rows <- expand.grid(repetition = seq_len(repeats), dataset = seq_len(datasets),
                      algorithm = seq_len(algorithms))
  cell <- matrix(rnorm(algorithms * datasets, 0, 0.02), datasets)
  split <- matrix(rnorm(repeats * datasets, 0, 0.015), repeats)
  rows$score <- round(0.7 + 0.02 * rows$algorithm + rnorm(datasets, 0, 0.08)[rows$dataset] +
                      cell[cbind(rows$dataset, rows$algorithm)] +
                      split[cbind(rows$repetition, rows$dataset)] +
                      rnorm(nrow(rows), 0, 0.01), 4)
  rows$algorithm <- factor(LETTERS[rows$algorithm]); rows$dataset <- factor(rows$dataset)
  if (lost > 0) rows[-sample(nrow(rows), lost), ] else rows
}
mixed_fit <- function(formula, rows) {
  fit <- lmer(formula, rows, REML = TRUE, control = lmerControl(
    optimizer = "bobyqa", optCtrl = list(rhoend = 1e-12, maxfun = 1e5)))
  means <- emmeans(fit, "algorithm", lmer.df = "asymptotic")
  m <- as.data.frame(means); d <- as.data.frame(pairs(means, adjust = "none"))
  ci <- confint(pairs(means, adjust = "none")); v <- as.data.frame(VarCorr(fit))
  names <- levels(rows$algorithm); at <- combn(length(names), 2)  # the order of emmeans
  stopifnot(all.equal(d$estimate, m$emmean[at[1, ]] - m$emmean[at[2, ]]))
  list(formula = deparse1(formula), reml_criterion = REMLcrit(fit), singular = isSingular(fit),
       fixed = as.list(fixef(fit)), fixed_se = as.list(sqrt(diag(as.matrix(vcov(fit))))),
       variances = as.list(setNames(v$vcov, v$grp)),
       means = lapply(seq_len(nrow(m)), function(i) {
         list(algorithm = as.character(m$algorithm[i]), mean = m$emmean[i], se = m$SE[i],
              low = m$asymp.LCL[i], high = m$asymp.UCL[i])
       }),
       pairs = lapply(seq_len(nrow(d)), function(i) {
         list(first = names[at[1, i]], second = names[at[2, i]], difference = d$estimate[i],
              se = d$SE[i], z = d$z.ratio[i], p = d$p.value[i], low = ci$asymp.LCL[i],
              high = ci$asymp.UCL[i])
       }))
}
mixed_case <- function(rows) {
  rows$split <- rows$repetition
  models <- list(datasets = score ~ algorithm + (1 | dataset),
                 cells = score ~ algorithm + (1 | dataset) + (1 | dataset:algorithm),
                 splits = score ~ algorithm + (1 | dataset) + (1 | dataset:split))
  c(list(rows = data.frame(algorithm = as.character(rows$algorithm),
                           dataset = as.character(rows$dataset),
                           `repeat` = rows$repetition, score = rows$score, check.names = FALSE)),
    lapply(models, mixed_fit, rows = rows))
}
mixed_cases <- function() {
  table_fit <- lapply(list(demsar2006 = demsar2006, garcia_herrera2008 = garcia_herrera2008),
                      function(m) {
    rows <- long_of(m); names(rows)[3] <- "dataset"
    fit <- mixed_fit(score ~ algorithm + (1 | dataset), rows)
    mse <- summary(aov(score ~ algorithm + dataset, rows))[[1]][["Mean Sq"]]  # the same, balanced
    stopifnot(all.equal(fit$variances$Residual, mse[3], tolerance = 1e-7),
              all.equal(fit$variances$dataset, (mse[2] - mse[3]) / ncol(m), tolerance = 1e-7))
    list(datasets = fit)
  })
  c(list(balanced = mixed_case(long_scores(21, 3, 8, 4, 0)),
         unbalanced = mixed_case(long_scores(22, 4, 7, 5, 17))), table_fit)
}
oracle("mixed_model", paste("lme4", packageVersion("lme4"), "lmer (REML); emmeans",
                            packageVersion("emmeans")), mixed_cases(), list(mixed_note = paste(
  "fixed has treatment contrasts to the first algorithm; means and pairs are emmeans with",
  "asymptotic z, 95 % intervals, uncorrected. The optimiser reaches about 1e-7 (relative).",
  "rows are given where the table is not in tables.json; splits has a random effect of each",
  "dataset's repeat; a singular fit has a variance of 0, up to noise.")), needs = c("lme4", "emmeans"))
