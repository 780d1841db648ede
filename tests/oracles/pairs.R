# Tests of two algorithms: t tests, 5x2 cv, sign, rank sum, permutation.

# ---- t tests of paired differences
t_p <- function(t, dof) {
  list(two_sided = 2 * pt(-abs(t), dof), less = pt(t, dof),
       greater = pt(t, dof, lower.tail = FALSE))
}
resampled <- function(d, fraction) {  # Nadeau & Bengio 2003: 1 / n + test / train
  n <- length(d); se <- sqrt(var(d) * (1 / n + fraction / (1 - fraction)))
  reach <- qt(0.975, n - 1) * se
  list(t = mean(d) / se, dof = n - 1, p = t_p(mean(d) / se, n - 1), low = mean(d) - reach,
       high = mean(d) + reach)
}
paired_t <- function(d) {
  tests <- lapply(alternatives, function(a) t.test(d, alternative = a)); two <- tests$two_sided
  list(difference = mean(d), t = two$statistic[[1]], dof = two$parameter[[1]],
       p = lapply(tests, function(test) test$p.value), low = two$conf.int[1],
       high = two$conf.int[2], low_greater = tests$greater$conf.int[1],
       high_less = tests$less$conf.int[2], corrected = resampled(d, 0.1))
}
t_case <- function(m) list(pairs = pair_rows(m, function(i, j) paired_t(differences(m, i, j))))
scores <- c(116, 128, 125, 119, 89, 99, 105, 116, 118)
z_se <- 15 / sqrt(length(scores)); z <- (mean(scores) - 100) / z_se
z_test <- list(values = scores, mu = 100, sigma = 15, mean = mean(scores), se = z_se, z = z,
               p = list(two_sided = 2 * pnorm(-abs(z)), less = pnorm(z),
                        greater = pnorm(z, lower.tail = FALSE)),
               low = mean(scores) - qnorm(0.975) * z_se, high = mean(scores) + qnorm(0.975) * z_se,
               low_greater = mean(scores) - qnorm(0.95) * z_se,
               high_less = mean(scores) + qnorm(0.95) * z_se)
oracle("t_tests", "stats::t.test, pt, qt, pnorm, qnorm", lapply(tables, t_case), list(
  t_note = paste("t.test of first - second; low and high two-sided at 95 %, low_greater and",
             "high_less the bounds of the one-sided 95 % intervals. corrected has variance",
             "factor 1 / n + .1 / .9 for var / n (Nadeau & Bengio, test fraction .1)."),
  z_test = z_test))

# ---- 5 x 2 cross-validation, rows ordered by repetition, then fold
cv_table <- function(seed, sd, shift) {
  set.seed(seed); base <- rep(rnorm(10, 0.8, 0.03), 3); m <- matrix(base + rnorm(30, 0, sd), 10)
  round_table(sweep(m, 2, shift, "+"), 4)
}
cv_tables <- list(alike = cv_table(5, 0.01, c(0, 0, 0)),
                  apart = cv_table(6, 0.01, c(0, 0.02, 0.05)),
                  coarse = round(cv_table(7, 0.03, c(0, 0.01, -0.02)), 2))
cv5x2_pair <- function(d) {
  p <- matrix(d, 2)  # fold x repetition
  s2 <- apply(p, 2, function(x) sum((x - mean(x))^2))
  stopifnot(all.equal(s2, (p[1, ] - p[2, ])^2 / 2))
  t <- p[1, 1] / sqrt(mean(s2)); f <- sum(p^2) / (2 * sum(s2))
  list(differences = d, s2 = s2, t = t, t_dof = 5, t_p = t_p(t, 5), f = f, f_dof = c(10, 5),
       f_p = pf(f, 10, 5, lower.tail = FALSE))
}
cv5x2_case <- function(m) {
  list(algorithms = colnames(m), repeats = rep(1:5, each = 2), folds = rep(1:2, 5),
       values = unname(m), pairs = pair_rows(m, function(i, j) cv5x2_pair(differences(m, i, j))))
}
oracle("cv5x2", "stats::pt, pf", lapply(cv_tables, cv5x2_case), list(cv5x2_note = paste(
  "t of Dietterich 1998 (the first difference over the root of the mean s2, 5 dof), F of Alpaydin",
  "1999 (10 and 5 dof).")))

# ---- sign test
sign_p <- function(plus, n) {
  by_alternative(function(a) if (n > 0) binom.test(plus, n, alternative = a)$p.value else 1)
}
sign_case <- function(m) list(pairs = pair_rows(m, function(i, j) {
  d <- differences(m, i, j); zeros <- sum(d == 0); plus <- sum(d > 0); minus <- sum(d < 0)
  half <- zeros %/% 2
  list(wins = plus, losses = minus, ties = zeros, p_dropped = sign_p(plus, plus + minus),
       wins_split = plus + half, n_split = plus + minus + 2 * half,
       p_split = sign_p(plus + half, plus + minus + 2 * half))
}))
oracle("sign", "stats::binom.test", lapply(tables, sign_case), list(sign_note = paste(
  "wins are first > second; greater: first wins more. p_dropped leaves ties out, p_split gives",
  "half of them to each and leaves out an odd one (Demsar 2006).")))

# ---- two independent samples: rank sum, permutation of the mean difference
splits <- function(pooled, n) combn(length(pooled), n, function(at) sum(pooled[at]))
tails <- function(null, observed, centre) {
  near <- 1e-9
  less <- mean(null <= observed + near); greater <- mean(null >= observed - near)
  far <- mean(abs(null - centre) >= abs(observed - centre) - near)
  list(two_sided = far, less = less, greater = greater, doubled = min(1, 2 * min(less, greater)))
}
rank_sum_pair <- function(x, y) {
  m <- length(x); n <- length(y); r <- rank(c(x, y))
  exact <- by_alternative(function(a) wilcox.exact(x, y, alternative = a, exact = TRUE)$p.value)
  exact$doubled <- min(1, 2 * min(exact$less, exact$greater))
  if (choose(m + n, m) < 5000) {
    enumerated <- tails(splits(r, m), sum(r[seq_len(m)]), m * (m + n + 1) / 2)
    stopifnot(all.equal(enumerated, exact))
  }
  normal <- function(a) {
    suppressWarnings(wilcox.test(x, y, alternative = a, exact = FALSE, correct = FALSE)$p.value)
  }
  out <- list(w = sum(r[seq_len(m)]) - m * (m + 1) / 2, p_exact = exact,
              p_normal = by_alternative(normal), shift = NA)
  if (!any(duplicated(r))) {
    ci <- wilcox.test(x, y, exact = TRUE, conf.int = TRUE); bound <- max(1, qwilcox(0.025, m, n))
    out$shift <- list(estimate = ci$estimate[[1]], low = ci$conf.int[1], high = ci$conf.int[2],
                      level_achieved = 1 - 2 * pwilcox(bound - 1, m, n))
  }
  out
}
oracle("rank_sum", paste("exactRankTests", packageVersion("exactRankTests"),
                         "wilcox.exact; stats::wilcox.test, pwilcox, qwilcox"),
       unpaired(function(x) sample_pairs(x, rank_sum_pair)), list(rank_sum_note = paste(
  "w counts pairs first > second, ties half. Exact p have ties; two_sided counts sums as far from",
  "their mean, doubled is twice the smaller tail (they differ only with ties and unequal sizes).",
  "p_normal corrects for ties, not for continuity. shift is Hodges-Lehmann's where nothing ties.")),
       needs = "exactRankTests")

integers <- function(x) round(x * 1e4)
paired_permutation <- function(d) {
  d <- integers(d)
  p <- by_alternative(function(a) perm.test(d, alternative = a, exact = TRUE)$p.value)
  if (length(d) <= 10) {
    signs <- as.matrix(expand.grid(rep(list(c(-1, 1)), length(d))))
    stopifnot(all.equal(tails(c(signs %*% d), sum(d), 0)[names(p)], p))
  }
  list(difference = mean(d) / 1e4, p = p)
}
unpaired_permutation <- function(x, y) {
  m <- length(x); n <- length(y)
  if (m + n > 16) return(NULL)
  pooled <- integers(c(x, y)); sums <- splits(pooled, m)
  list(difference = mean(x) - mean(y),
       p = tails(sums, sum(pooled[seq_len(m)]), m * mean(pooled)))
}
permutation_cases <- function() {
  paired_cases <- lapply(tables, function(m) {
    list(paired = pair_rows(m, function(i, j) paired_permutation(differences(m, i, j))))
  })
  unpaired_cases <- Filter(function(case) length(case$pairs) > 0,
                           unpaired(function(x) sample_pairs(x, unpaired_permutation)))
  both <- union(names(paired_cases), names(unpaired_cases))
  lapply(setNames(both, both), function(name) {
    other <- as.list(unpaired_cases[[name]])
    c(paired_cases[[name]], setNames(other, sub("pairs", "unpaired", names(other))))
  })
}
oracle("permutation", paste("exactRankTests", packageVersion("exactRankTests"),
                            "perm.test; utils::combn"), permutation_cases(),
       list(permutation_note = paste(
  "Exact p of the mean difference: paired by signs (perm.test of the differences times 10000),",
  "unpaired by all splits where there are at most 16 values; two_sided counts differences of means",
  "as far from 0, doubled is twice the smaller tail.")), needs = "exactRankTests")
