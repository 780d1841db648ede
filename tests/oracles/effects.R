# Effect sizes, equivalence and checks of assumptions.

# ---- effect sizes with 95 % intervals
estimate_of <- function(e) list(estimate = e[[1]], low = e$CI_low, high = e$CI_high)
noncentral_p <- function(t, dof, ncp) {  # pt(t, dof, ncp) leaves its range at ncp = 37.6
  step <- min(1 / sqrt(512 * dof), 0.1 / abs(t))  # trapezoid in the log of the sd
  u <- seq(-40 / dof - 10 / sqrt(dof), log1p(10 / sqrt(dof)), by = step)
  s2 <- exp(2 * u)
  sum(pnorm(t * exp(u) - ncp) * 2 * dof * s2 * dchisq(dof * s2, dof)) * step
}
by_noncentral_t <- function(e, dof, scale, through = identity) {
  # effectsize finds the bounds with optim, to about 1e-4, and far less where pt fails
  t <- e[[1]] / scale
  bound <- function(p) {
    reach <- 20 + abs(t)
    uniroot(function(ncp) noncentral_p(t, dof, ncp) - p, t + c(-reach, reach), tol = 1e-12)$root
  }
  low <- bound(0.975) * scale; high <- bound(0.025) * scale
  if (abs(t) < 25) stopifnot(abs(c(low - e$CI_low, high - e$CI_high)) < 2e-3 * (1 + abs(e[[1]])))
  lapply(list(estimate = e[[1]], low = low, high = high), through)
}
effects_pair <- function(x, y) {
  x <- unname(x); y <- unname(y); d <- round(x - y, 10); n <- length(d)
  paired <- cohens_d(x, y, paired = TRUE); pooled <- cohens_d(x, y)
  j <- function(e, d) e[[1]] / d[[1]]  # Hedges' factor, of estimate and bounds alike
  j_paired <- j(hedges_g(x, y, paired = TRUE), paired); j_pooled <- j(hedges_g(x, y), pooled)
  of_paired <- function(...) by_noncentral_t(paired, n - 1, 1 / sqrt(n), ...)
  of_pooled <- function(...) by_noncentral_t(pooled, 2 * n - 2, sqrt(2 / n), ...)
  list(d_z = of_paired(), g_z = of_paired(function(d) d * j_paired),
       d_av = mean(d) / ((sd(x) + sd(y)) / 2), d_av_rms = mean(d) / sqrt((var(x) + var(y)) / 2),
       common_language_paired = of_paired(pnorm),
       common_language_paired_direct = p_superiority(x, y, paired = TRUE)[[1]],
       d_pooled = of_pooled(), g_pooled = of_pooled(function(d) d * j_pooled),
       common_language = of_pooled(function(d) pnorm(d / sqrt(2))),
       cliffs_delta = estimate_of(cliffs_delta(x, y, verbose = FALSE)),
       a12 = estimate_of(p_superiority(x, y, parametric = FALSE)),
       a12_counted = mean(outer(x, y, `>`) + outer(x, y, `==`) / 2))
}
contrast_medians <- function(m) {  # Garcia et al. 2010: medians of differences, averaged
  k <- ncol(m); medians <- matrix(0, k, k)
  for (i in 1:k) for (j in 1:k) medians[i, j] <- median(differences(m, i, j))
  list(m = I(rowMeans(medians)),
       pairs = pair_rows(m, function(i, j) {
         list(median = medians[i, j], estimate = mean(medians[i, ]) - mean(medians[j, ]))
       }))
}
effects_case <- function(m) {
  rows <- suppressMessages(pair_rows(m, function(i, j) effects_pair(m[, i], m[, j])))
  for (row in rows) {
    stopifnot(all.equal(row$cliffs_delta$estimate, 2 * row$a12_counted - 1),
              all.equal(row$a12$estimate, row$a12_counted),
              all.equal(row$common_language_paired_direct, pnorm(row$d_z$estimate / sqrt(2))))
  }
  list(pairs = rows, contrast_medians = contrast_medians(m))
}
oracle("effect_sizes", paste("effectsize", packageVersion("effectsize"),
                             "cohens_d, hedges_g, p_superiority, cliffs_delta; stats::median"),
       lapply(tables, effects_case), list(effects_note = paste(
  "d_z, g_z and common_language_paired divide by the sd of the differences, d_pooled, g_pooled and",
  "common_language by the pooled sd; d_av by the mean of both sds, d_av_rms by the root of the",
  "mean variance. Bounds of d by noncentral t, solved anew (effectsize's are good to 1e-4), of g",
  "Hedges' factor times them, of delta and a12 by Fisher's z. common_language_paired is",
  "pnorm(d_z), the chance that a normal difference is positive; _direct is p_superiority(paired =",
  "TRUE), which is pnorm(d_z / sqrt(2)). contrast_medians: m_i is the mean of row i of median",
  "differences, estimate m_i - m_j.")), needs = "effectsize")

# ---- equivalence: two one-sided tests
tost <- function(lower, upper) list(p_lower = lower, p_upper = upper, p = max(lower, upper))
equivalence_pair <- function(x, y, margin) {
  x <- unname(x); y <- unname(y); d <- round(x - y, 10)
  t_of <- function(...) {
    low <- t.test(..., mu = -margin, alternative = "greater")
    high <- t.test(..., mu = margin, alternative = "less")
    ci <- t.test(..., conf.level = 0.9)$conf.int
    c(list(t_lower = low$statistic[[1]], t_upper = high$statistic[[1]],
           dof = low$parameter[[1]]), tost(low$p.value, high$p.value),
      list(low = ci[1], high = ci[2]))
  }
  rank_p <- function(shift, side) {
    shifted <- round(d + shift, 10); shifted <- shifted[shifted != 0]
    if (length(shifted) == 0) return(1)
    min(1, wilcox.exact(shifted, alternative = side, exact = TRUE)$p.value)
  }
  list(difference = mean(d), paired = t_of(d), welch = t_of(x, y),
       wilcoxon = tost(rank_p(margin, "greater"), rank_p(-margin, "less")))
}
equivalence_case <- function(m) {
  margin <- signif(sd(m) / 4, 2)
  list(margin = margin,
       pairs = pair_rows(m, function(i, j) equivalence_pair(m[, i], m[, j], margin)))
}
oracle("equivalence", paste("stats::t.test; exactRankTests", packageVersion("exactRankTests"),
                            "wilcox.exact"), lapply(tables, equivalence_case),
       list(equivalence_note = paste(
  "p_lower is of H0: difference <= -margin (also non-inferiority of first), p_upper of H0:",
  "difference >= margin, p the larger. low and high are the 90 % interval. paired is the t test of",
  "differences, welch that of the columns; wilcoxon is exact on differences moved by the margin,",
  "zeros dropped.")), needs = "exactRankTests")

# ---- checks of assumptions
htest <- function(test) list(statistic = test$statistic[[1]], p_value = test$p.value)
levene <- function(m, center) {
  table <- leveneTest(score ~ algorithm, long_of(m), center = center)
  z <- abs(sweep(m, 2, apply(m, 2, center)))
  again <- summary(aov(score ~ algorithm, long_of(z)))[[1]]
  stopifnot(all.equal(table[1, "F value"], again[1, "F value"]))
  list(f = table[1, "F value"], dof = table$Df, p_value = table[1, "Pr(>F)"])
}
checks_case <- function(m) {
  model <- aov(score ~ algorithm + block, long_of(m))
  list(residuals = htest(shapiro.test(residuals(model))),
       bartlett = c(htest(bartlett.test(samples_of(m))), dof = ncol(m) - 1),
       levene = levene(m, mean), brown_forsythe = levene(m, median),
       pairs = pair_rows(m, function(i, j) htest(shapiro.test(differences(m, i, j)))))
}
oracle("checks", paste("stats::shapiro.test, bartlett.test; car", packageVersion("car"),
                       "leveneTest"), lapply(tables, checks_case), list(checks_note = paste(
  "residuals is Shapiro-Wilk on those of aov(score ~ algorithm + block), pairs on differences.",
  "levene centres on the mean, brown_forsythe on the median; columns are the samples.")),
  needs = "car")

# ---- ratios of means of times: invocations, each of several iterations, which are averaged
speedup_rows <- function(seed, k, datasets, invocations, iterations, between, within) {
  set.seed(seed)
  rows <- expand.grid(iteration = seq_len(iterations), invocation = seq_len(invocations),
                      dataset = datasets, algorithm = LETTERS[seq_len(k)], stringsAsFactors = FALSE)
  run <- with(rows, interaction(algorithm, dataset, invocation, drop = TRUE))
  effect <- rnorm(nlevels(run), 0, between)[run]
  level <- exp(0.4 * match(rows$algorithm, LETTERS) + 1.3 * match(rows$dataset, datasets))
  rows$seconds <- signif(level * exp(effect + rnorm(nrow(rows), 0, within)), 6)
  rows
}
fieller_end <- function(x, y, side) {  # where Welch's test of mean(x) = theta mean(y) stops rejecting
  ratio <- mean(x) / mean(y)
  gap <- function(u) t.test(x, ratio * exp(u) * y)$p.value - 0.05
  reach <- side * 60
  if (gap(reach) > 0) return(if (side < 0) 0 else Inf)
  first <- side * 0.01
  while (gap(first) > 0) first <- first * 1.2
  ratio * exp(uniroot(gap, c(0, first), tol = 1e-14)$root)
}
speedup_case <- function(rows, warmup = 0) {
  kept <- rows[rows$iteration > warmup, ]
  means <- aggregate(seconds ~ invocation + dataset + algorithm, kept, mean)
  of <- function(a, d) means$seconds[means$algorithm == a & means$dataset == d]
  datasets <- unique(rows$dataset); algorithms <- unique(rows$algorithm)
  rows_of <- combn(algorithms, 2, simplify = FALSE, FUN = function(pair) {
    ratios <- sapply(datasets, function(d) mean(of(pair[2], d)) / mean(of(pair[1], d)))
    single <- lapply(datasets, function(d) {
      x <- of(pair[2], d); y <- of(pair[1], d)
      list(dataset = d, ratio = mean(x) / mean(y), low = finite(fieller_end(x, y, -1)),
           high = finite(fieller_end(x, y, 1)))
    })
    overall <- if (length(datasets) > 1) exp(t.test(log(ratios))$conf.int[1:2]) else c(NA, NA)
    list(first = pair[1], second = pair[2], ratio = exp(mean(log(ratios))), low = overall[1],
         high = overall[2], datasets = single)
  })
  list(warmup = warmup, rows = rows, pairs = rows_of)
}
speedup_tables <- list(
  compressors = speedup_rows(1, 3, c("text", "code", "logs"), 6, 4, 0.03, 0.02),
  one_dataset = speedup_rows(2, 3, "text", 10, 1, 0.05, 0),
  two_invocations = speedup_rows(3, 2, c("text", "code"), 2, 3, 0.4, 0.1),
  within_noise = speedup_rows(4, 2, "text", 3, 2, 1.5, 0.2))
oracle("speedup", "stats::t.test(x, theta * y), inverted by uniroot; t.test of log ratios",
       c(lapply(speedup_tables, speedup_case),
         list(warm = speedup_case(speedup_tables$compressors, warmup = 2))),
       list(speedup_note = paste(
         "ratio is mean(second) / mean(first), as lower is better; over datasets the geometric mean. Ends",
         "of 0 and Inf are where a mean is within its noise of 0.")))
