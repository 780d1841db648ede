# Omnibus tests: Quade, aligned ranks, Skillings-Mack, Durbin, Page, Kruskal-Wallis, one-way ANOVA.

# ---- Quade. Ranges are taken of integers: 0.9 - 0.8 and 0.8 - 0.7 must tie
integer_scores <- function(m) round(m * 1e4)
quade_case <- function(m) {
  k <- ncol(m); b <- nrow(m); names <- colnames(m); x <- -integer_scores(m)
  test <- quade.test(x)
  s <- rank(apply(x, 1, function(row) diff(range(row)))) * (ranks_of(-x) - (k + 1) / 2)
  totals <- unname(colSums(s)); a <- sum(s^2); between <- sum(totals^2) / b
  dof <- (b - 1) * (k - 1)
  if (a > between) stopifnot(all.equal((b - 1) * between / (a - between), test$statistic[[1]]))
  rows <- pair_rows(m, function(i, j) {
    t <- (totals[i] - totals[j]) / sqrt(2 * b * (a - between) / dof)
    list(difference = totals[i] - totals[j], t = t, p = 2 * pt(-abs(t), dof))
  })
  list(statistic = test$statistic[[1]], dof = I(unname(test$parameter)), p_value = test$p.value,
       statistic_unrounded = quade.test(-m)$statistic[[1]], algorithms = names, scores = totals,
       a = a, b = between, pairs = rows, dof_pairs = dof)
}

# sales of five hand lotions in seven stores (Conover 1999, p. 375; example of ?quade.test)
lotions <- as_table("A B C D E
5 4 7 10 12
1 3 1 0 2
16 12 22 22 35
5 4 3 5 4
10 9 7 13 10
19 18 28 37 58
10 7 6 8 7")
oracle("quade", "stats::quade.test, pt", {
  published <- c(list(values = unname(lotions)), quade_case(lotions))
  stopifnot(round(published$statistic, 4) == 3.8293, round(published$p_value, 5) == 0.01519)
  c(lapply(tables, quade_case), list(conover_lotions = published))
}, list(quade_note = paste(
  "quade.test(-round(10000 * table)), so that equal decimal ranges tie; statistic_unrounded is",
  "quade.test(-table). scores are S_j, sums of range rank times (rank - (k + 1) / 2); a is the",
  "sum of all squared S_ij, b the sum of S_j^2 over the number of blocks. t by Conover 1999.")))

# ---- Friedman's aligned ranks
aligned_case <- function(m) {
  n <- nrow(m); k <- ncol(m)
  r <- matrix(rank(-round(m - rowMeans(m), 10)), n)
  totals <- colSums(r); blocks <- rowSums(r)
  numerator <- (k - 1) * (sum(totals^2) - k * n^2 / 4 * (k * n + 1)^2)
  published <- numerator / (k * n * (k * n + 1) * (2 * k * n + 1) / 6 - sum(blocks^2) / k)
  tied <- numerator / (sum(r^2) - sum(blocks^2) / k)
  # the same by the permutation covariance of the totals
  centred <- r - rowMeans(r)
  v <- sum(centred^2) / (k - 1) * (diag(k) - 1 / k); u <- totals - mean(totals)
  stopifnot(all.equal(tied, c(u %*% MASS::ginv(v) %*% u)))
  means <- unname(totals / n)
  rows <- pair_rows(m, function(i, j) {
    z <- (means[i] - means[j]) / sqrt(k * (n + 1) / 6)
    list(difference = means[i] - means[j], z = z, p = 2 * pnorm(-abs(z)))
  })
  list(statistic = published, dof = k - 1, p_value = chi2_p(published, k - 1),
       statistic_tied = tied, p_value_tied = chi2_p(tied, k - 1), mean_ranks = means, pairs = rows)
}
oracle("friedman_aligned", "base::rank; stats::pchisq, pnorm", lapply(tables, aligned_case),
          list(aligned_note = paste(
  "statistic is the formula of Garcia et al. 2010 (no tie correction); statistic_tied has the",
  "sum of the squared ranks for kn(kn + 1)(2kn + 1) / 6, checked against the permutation",
  "covariance. Differences from the block mean are rounded to 10 digits before ranking.")),
  needs = "MASS")

# ---- Skillings-Mack and Durbin: tables with holes carry their own values
ranks_with_holes <- function(m) t(apply(-m, 1, rank, na.last = "keep"))
holed <- function(m, answers) c(list(algorithms = I(colnames(m)), values = unname(m)), answers)

skillings_mack_case <- function(m) {
  m <- m[rowSums(!is.na(m)) > 1, ]; k <- ncol(m); r <- ranks_with_holes(m)
  seen <- !is.na(m); size <- rowSums(seen)
  centred <- (r - (size + 1) / 2) * sqrt(12 / (size + 1)); a <- colSums(centred, na.rm = TRUE)
  together <- crossprod(seen); diag(together) <- 0
  v <- diag(rowSums(together)) - together
  statistic <- c(a %*% MASS::ginv(v) %*% a); dof <- qr(v)$rank
  # the same without a generalised inverse
  stopifnot(all.equal(statistic, c(a[-1] %*% solve(v[-1, -1], a[-1]))), dof == k - 1)
  # with ties: the covariance of the permuted ranks of each block
  tied <- Reduce(`+`, lapply(seq_len(nrow(m)), function(i) {
    own <- seen[i, ]
    var(centred[i, own]) * (diag(as.numeric(own)) - outer(own, own) / size[i])
  }))
  statistic_tied <- c(a %*% MASS::ginv(tied) %*% a)
  list(statistic = statistic, dof = dof, p_value = chi2_p(statistic, dof),
       statistic_tied = statistic_tied, p_value_tied = chi2_p(statistic_tied, dof),
       weighted_sums = unname(a))
}
punch <- function(m, holes) {  # a seeded pattern
  set.seed(holes); m[sample(length(m), holes)] <- NA; m
}
# times of assembly with four methods (Skillings & Mack 1981)
assembly <- t(as_table("1 2 3 4 5 6 7 8 9
3.2 3.1 4.3 3.5 3.6 4.5 NA 4.3 3.5
4.1 3.9 3.5 3.6 4.2 4.7 4.2 4.6 NA
3.8 3.4 4.6 3.9 3.7 3.7 3.4 4.4 3.7
4.2 4.0 4.8 4.0 3.9 NA NA 4.9 3.9"))
dimnames(assembly) <- list(NULL, LETTERS[1:4])
# disfluencies under a metronome (Hollander & Wolfe 1999, from Brady 1969)
rhythm <- as_table("R A B
3 5 15
1 3 18
5 4 21
2 NA 6
0 2 17
0 2 10
0 3 8
0 2 13")
holes <- list(demsar2006_holes = punch(demsar2006, 9),
              many_algorithms_holes = punch(many_algorithms, 40),
              ties_heavy_holes = punch(ties_heavy, 12), negative_holes = punch(negative, 5),
              assembly = assembly, rhythm = rhythm)
oracle("skillings_mack", "MASS::ginv; stats::pchisq", {
  skillings_mack <- c(lapply(holes, function(m) holed(m, skillings_mack_case(m))),
                  lapply(tables, skillings_mack_case))
  stopifnot(round(skillings_mack$assembly$statistic, 3) == 15.493)
  for (name in names(tables)) {
    friedman <- friedman.test(tables[[name]])$statistic[[1]]
    stopifnot(all.equal(skillings_mack[[name]]$statistic_tied, friedman))
  }
  skillings_mack
}, list(
  skillings_mack_note = paste(
    "Blocks with one value are left out. Without holes and ties it is Friedman's chi2. Ranks of",
    "ties are averaged, the covariance is that of untied ranks; statistic_tied has that of",
    "the tied ranks (on complete tables it is friedman.test). assembly is the example of",
    "Skillings & Mack 1981 (15.493); rhythm that of Hollander & Wolfe.")), needs = "MASS")

# ---- additive model of tables with gaps
gaps_case <- function(m) {
  data <- long_of(m); data <- data[!is.na(data$score), ]
  model <- lm(score ~ algorithm + block, data); two <- car::Anova(model, type = 2)
  names <- colnames(m); means <- emmeans(model, "algorithm"); at <- combn(length(names), 2)
  of_means <- summary(means, infer = c(FALSE, FALSE))
  pairs95 <- summary(pairs(means, adjust = "tukey"), infer = c(TRUE, TRUE))
  alone <- summary(pairs(means, adjust = "none"))
  q <- abs(pairs95$t.ratio) * sqrt(2); dof <- df.residual(model)
  p <- ptukey(q, length(names), dof, lower.tail = FALSE)
  stopifnot(all.equal(p, pairs95$p.value, tolerance = 1e-5), all(pairs95$df == dof))
  d <- pairs95$estimate / sigma(model)
  stopifnot(all.equal(d, as.data.frame(eff_size(means, sigma(model), dof))$effect.size))
  reach <- qt(0.975, dof) * sqrt((pairs95$SE / sigma(model))^2 + d^2 / (2 * dof))  # delta method
  source <- function(i) {
    list(dof = two$Df[i], ss = two$"Sum Sq"[i], f = two$"F value"[i], p = two$"Pr(>F)"[i])
  }
  list(treatments = source(1), blocks = source(2), error = list(dof = dof, ss = two$"Sum Sq"[3]),
       total = sum((data$score - mean(data$score))^2), means = of_means$emmean,
       pairs = lapply(seq_along(q), function(i) {
         list(first = names[at[1, i]], second = names[at[2, i]], difference = pairs95$estimate[i],
              se = pairs95$SE[i], q = q[i], p_alone = alone$p.value[i], p = p[i],
              low = pairs95$lower.CL[i], high = pairs95$upper.CL[i], d = d[i],
              d_low = d[i] - reach[i], d_high = d[i] + reach[i])
       }))
}
oracle("gaps", paste("car", packageVersion("car"), "Anova (type II); emmeans",
                     packageVersion("emmeans"), "of stats::lm; stats::ptukey"),
       lapply(holes, function(m) holed(m, gaps_case(m))), list(gaps_note = paste(
  "lm(score ~ algorithm + block); means are least-squares means, low and high simultaneous 95 %",
  "intervals, d is eff_size with unadjusted intervals of the delta method; p from ptukey.")),
       needs = c("car", "emmeans"))

durbin_case <- function(m) {
  t <- ncol(m); b <- nrow(m); r <- ranks_with_holes(m); seen <- !is.na(m)
  k <- unique(rowSums(seen)); times <- unique(colSums(seen)); lambda <- times * (k - 1) / (t - 1)
  together <- crossprod(seen)
  stopifnot(length(k) == 1, length(times) == 1, together[upper.tri(together)] == lambda)
  totals <- unname(colSums(r, na.rm = TRUE)); a <- sum(r^2, na.rm = TRUE)
  correction <- b * k * (k + 1)^2 / 4
  t1 <- (t - 1) * sum((totals - times * (k + 1) / 2)^2) / (a - correction)
  dof <- c(t - 1, b * k - b - t + 1); t2 <- (t1 / dof[1]) / ((b * (k - 1) - t1) / dof[2])
  plain <- 12 * (t - 1) / (times * t * (k - 1) * (k + 1)) * sum((totals - times * (k + 1) / 2)^2)
  stopifnot(all.equal(plain, skillings_mack_case(m)$statistic))
  # t by Conover 1999, section 5.6
  error <- sqrt((a - correction) * 2 * times / dof[2] * (1 - t1 / (b * (k - 1))))
  rows <- pair_rows(m, function(i, j) {
    statistic <- (totals[i] - totals[j]) / error
    list(difference = totals[i] - totals[j], t = statistic, p = 2 * pt(-abs(statistic), dof[2]))
  })
  list(k = k, r = times, lambda = lambda, statistic = t1, dof = t - 1,
       p_value = chi2_p(t1, t - 1), statistic_untied = plain, p_value_untied = chi2_p(plain, t - 1),
       f = t2, f_dof = dof, f_p = pf(t2, dof[1], dof[2], lower.tail = FALSE), rank_sums = totals,
       pairs = rows)
}
design <- function(blocks, t, digits, seed) {  # scores where a block holds an algorithm
  set.seed(seed); blocks <- do.call(rbind, blocks)
  scores <- matrix(rnorm(nrow(blocks) * t), nrow(blocks)) + rep(seq_len(t) / 4, each = nrow(blocks))
  scores <- round(scores, digits)
  for (i in seq_len(nrow(scores))) scores[i, -blocks[i, ]] <- NA
  colnames(scores) <- LETTERS[seq_len(t)]
  scores
}
fano <- list(c(1, 2, 4), c(2, 3, 5), c(3, 4, 6), c(4, 5, 7), c(1, 5, 6), c(2, 6, 7), c(1, 3, 7))
# seven people rank three of seven varieties of ice cream (Conover 1999, section 5.6)
ice_ranks <- list(c(2, 3, 1), c(3, 1, 2), c(2, 1, 3), c(1, 2, 3), c(3, 1, 2), c(3, 1, 2),
                  c(3, 1, 2))
ice_cream <- design(fano, 7, 0, 1)
for (i in 1:7) ice_cream[i, fano[[i]]] <- 4 - ice_ranks[[i]]  # rank 1 is the highest score
designs <- list(ice_cream = ice_cream,
                seven_by_four = design(lapply(fano, function(x) setdiff(1:7, x)), 7, 3, 2),
                six_by_three = design(list(c(1, 2, 5), c(1, 2, 6), c(1, 3, 4), c(1, 3, 6),
                                           c(1, 4, 5), c(2, 3, 4), c(2, 3, 5), c(2, 4, 6),
                                           c(3, 5, 6), c(4, 5, 6)), 6, 3, 3),
                five_by_three_ties = design(combn(5, 3, simplify = FALSE), 5, 0, 4))
oracle("durbin", "stats::pchisq, pf, pt", {
  durbin <- lapply(designs, function(m) holed(m, durbin_case(m)))
  stopifnot(all.equal(durbin$ice_cream$statistic, 12), round(durbin$ice_cream$p_value, 5) == 0.06197)
  durbin
}, list(durbin_note = paste(
  "Formulas of Conover 1999, section 5.6: statistic (T1) with its tie correction, f (T2), t of",
  "rank sums. statistic_untied is Durbin's, equal to Skillings-Mack. With ties T1 pools the tie",
  "correction over blocks and so differs a little from skillings_mack's statistic_tied.",
  "ice_cream is Conover's example: T1 = 12, p = .062.")), needs = "MASS")

# ---- Page: ranks (1 = highest) expected to grow with the column
page_exact <- function(r) {  # P(L >= observed) with every block's own ranks permuted; 2 L is whole
  k <- ncol(r); distribution <- 1
  for (i in seq_len(nrow(r))) {
    sums <- round(2 * c(permutations(r[i, ]) %*% seq_len(k)))
    p <- tabulate(sums, max(sums)) / length(sums)
    wider <- numeric(length(distribution) + max(sums))
    for (at in which(p > 0)) {
      to <- at + seq_along(distribution); wider[to] <- wider[to] + p[at] * distribution
    }
    distribution <- wider
  }
  observed <- round(2 * sum(r %*% seq_len(k)))
  sum(distribution[seq_along(distribution) > observed])
}
page_case <- function(m) {
  n <- nrow(m); k <- ncol(m); r <- ranks_of(m); steps <- seq_len(k); l <- sum(r %*% steps)
  expected <- n * k * (k + 1)^2 / 4
  spread <- sum(apply(r, 1, var)) * sum((steps - mean(steps))^2)
  z <- (l - expected) / sqrt(spread); plain <- n * k^2 * (k + 1)^2 * (k - 1) / 144
  z_plain <- (l - expected) / sqrt(plain)
  upper <- function(x) pnorm(x, lower.tail = FALSE)
  list(l = l, expected = expected, variance = spread, z = z, p_value = upper(z),
       variance_uncorrected = plain, z_uncorrected = z_plain, p_value_uncorrected = upper(z_plain),
       rank_sums = unname(colSums(r)), p_exact = if (k <= 6) page_exact(r) else NA)
}
page_enumerated <- function(r) {  # every table of permuted blocks
  sums <- lapply(seq_len(nrow(r)), function(i) permutations(r[i, ]) %*% seq_len(ncol(r)))
  mean(Reduce(function(a, b) c(outer(a, b, `+`)), sums) >= sum(r %*% seq_len(ncol(r))) - 1e-9)
}
set.seed(1963)
five_by_three <- round_table(matrix(rnorm(15), 5) - rep(1:3, each = 5) / 2, 2)
# breaking strength of cotton by potash, least first (Hollander & Wolfe 1999, from Cochran & Cox)
cotton <- as_table("36 54 72 108 144
7.63 8.14 7.76 7.17 7.46
8.00 8.15 7.73 7.57 7.68
7.93 7.87 7.74 7.80 7.21")
oracle("page", "stats::pnorm, var", {
  page <- c(lapply(tables, page_case), list(
    five_by_three = holed(five_by_three, page_case(five_by_three)),
    cotton = holed(cotton, page_case(cotton))))
  for (m in list(small, five_by_three, cotton, two_algorithms)) {  # the last has ties
    stopifnot(all.equal(page_enumerated(ranks_of(m)), page_case(m)$p_exact))
  }
  stopifnot(page$cotton$l == 158)
  page
}, list(page_note = paste(
  "L is the sum of column number times rank sum; p is one-sided, P(L at least as large). z has the",
  "variance of the permuted ranks of every block (ties), z_uncorrected Page's. p_exact permutes",
  "every block's own ranks, ties and all, by convolution; checked by enumeration where small.",
  "cotton has L = 158.")))

# ---- Kruskal-Wallis
kruskal_case <- function(x) {
  test <- kruskal.test(x); sizes <- unname(lengths(x)); n <- sum(sizes)
  r <- rank(-unlist(x)); owner <- rep(seq_along(x), sizes); means <- unname(tapply(r, owner, mean))
  k <- length(x); epsilon <- test$statistic[[1]] / (n - 1); u <- means - (n + 1) / 2
  stopifnot(all.equal(rank_epsilon_squared(x, ci = NULL, verbose = FALSE)[[1]], epsilon))
  # a run moves its own rank, and those of the runs behind it
  moved <- sapply(seq_len(n), function(i) {
    u[owner[i]] * r[i] + sum(u[owner] * ((r > r[i]) + (r == r[i]) / 2))
  })
  within <- sum(tapply(moved, owner, function(a) sum((a - mean(a))^2)))
  whole <- mean((r - (n + 1) / 2)^2)
  direct <- within * n / (n - k) / sum(sizes * u^2)
  # the share where no runs of two columns mingle
  apart <- ave(seq_len(n), owner) - (n + 1) / 2
  top <- min(1, mean(apart^2) / whole)
  dof <- rank_share_dof(direct, whole * max(1 - epsilon / top, 0), whole * k / n / 10, k, n - k, 1)
  list(statistic = test$statistic[[1]], dof = test$parameter[[1]], p_value = test$p.value,
       statistic_uncorrected = 12 / (n * (n + 1)) * sum(sizes * means^2) - 3 * (n + 1),
       sizes = sizes, mean_ranks = means, epsilon_squared = epsilon,
       epsilon = c(dof, rank_share_ends(epsilon, n * top / (k - 1), dof, top)))
}
oracle("kruskal", "stats::kruskal.test, pchisq; effectsize::rank_epsilon_squared",
       unpaired(kruskal_case), list(kruskal_note = paste(
  "mean_ranks are of all values pooled, 1 the highest; statistic is tie-corrected. epsilon: dof of the",
  "noncentral chi-square distribution of epsilon_squared, and the ends of its interval by uniroot.")),
  needs = "effectsize")

# ---- pairs of independent runs by ranks, each formula as in its paper
joint_pairs <- function(x) {  # ranks among the runs of all: Dunn, Conover and Iman, Nemenyi
  n <- lengths(x); total <- sum(n); k <- length(x); r <- split(rank(-unlist(x)), rep(1:k, n))
  ties <- table(unlist(x)); means <- sapply(r, mean)
  sigma2 <- total * (total + 1) / 12 - sum(ties^3 - ties) / (12 * (total - 1))  # Dunn 1964
  h <- kruskal.test(x)$statistic[[1]]; dof <- total - k
  s2 <- (sum(unlist(r)^2) - total * (total + 1)^2 / 4) / (total - 1)  # Conover 1999, 5.2
  stopifnot(all.equal(sigma2, s2))
  sample_pairs(setNames(seq_along(x), names(x)), function(i, j) {
    size <- 1 / n[[i]] + 1 / n[[j]]; d <- unname(means[i] - means[j])
    z <- d / sqrt(sigma2 * size); t <- d / sqrt(s2 * (total - 1 - h) / dof * size)
    list(difference = d, dunn_z = z, dunn_p = 2 * pnorm(-abs(z)), conover_t = t, conover_dof = dof,
         conover_p = 2 * pt(-abs(t), dof),
         nemenyi_p = ptukey(abs(z) * sqrt(2), k, Inf, lower.tail = FALSE),
         nemenyi_cd = qtukey(0.95, k, Inf) * sqrt(sigma2 * size / 2))
  })
}
own_pairs <- function(x) {  # ranks within the pair: Critchlow and Fligner, Brunner and Munzel
  k <- length(x)
  sample_pairs(x, function(a, b) {
    m <- length(a); n <- length(b); total <- m + n; ties <- table(c(a, b)); r <- rank(c(a, b))
    w <- sum(r[1:m])
    spread <- m * n / 24 * (total + 1 - sum(ties^3 - ties) / (total * (total - 1)))
    q <- if (spread > 1e-9) (w - m * (total + 1) / 2) / sqrt(spread) else 0
    p <- mean(outer(a, b, ">") + outer(a, b, "==") / 2)
    va <- var(r[1:m] - rank(a)) / n^2 / m; vb <- var(r[-(1:m)] - rank(b)) / m^2 / n
    if (spread > 1e-9 && va + vb == 0) return(NULL)  # apart: no error
    flat <- va + vb == 0; dof <- (va + vb)^2 / (va^2 / (m - 1) + vb^2 / (n - 1))
    t <- if (flat) 0 else (p - 1 / 2) / sqrt(va + vb)
    reach <- if (flat) NA else qt(0.975, dof) * sqrt(va + vb)
    list(steel_q = q, steel_p = ptukey(abs(q), k, Inf, lower.tail = FALSE), superiority = p,
         munzel_t = t, munzel_dof = if (flat) NA else dof,
         munzel_p = if (flat) 1 else 2 * pt(-abs(t), dof), munzel_low = p - reach,
         munzel_high = p + reach)
  })
}
oracle("run_pairs", "stats::kruskal.test, ptukey, pnorm, pt", unpaired(function(x) {
  list(joint = joint_pairs(x)$pairs, own = own_pairs(x)$pairs)
}), list(run_pairs_note = paste(
  "joint: ranks among the runs of all, 1 the highest (Dunn 1964; Conover 1999, 5.2; Nemenyi by",
  "ptukey). own: ranks of the pair alone; steel_q is sqrt(2) z of the first's rank sum (Critchlow &",
  "Fligner 1991), munzel of Brunner & Munzel 2000, left out where the samples are apart.")))

# one-way ANOVA, and the pairwise tests that go with unequal variances
welch_pair <- function(x, y, k) {
  se <- sqrt(var(x) / length(x) + var(y) / length(y)); test <- t.test(x, y); d <- mean(x) - mean(y)
  t <- test$statistic[[1]]; dof <- test$parameter[[1]]
  stopifnot(all.equal(t, d / se))
  reach <- qtukey(0.95, k, dof) / sqrt(2) * se
  list(difference = d, t = t, dof = dof, p = test$p.value, low = test$conf.int[1],
       high = test$conf.int[2],
       games_howell_p = ptukey(abs(t) * sqrt(2), k, dof, lower.tail = FALSE),
       games_howell_low = d - reach, games_howell_high = d + reach)
}
oneway_eta <- function(x, f) {  # Brown and Forsythe's variances in the numerator, kurtosis in the denominator
  sizes <- lengths(x); n <- sum(sizes); k <- length(x); v <- sapply(x, var); u <- sapply(x, mean)
  errors <- unlist(lapply(x, function(y) y - mean(y))); total <- sum(errors^2); u <- u - sum(sizes * u) / n
  between <- sum(sizes * u^2); rest <- (1 - sizes / n) * v; mean <- sum(rest) / (k - 1); mse <- total / (n - k)
  direct <- if (between == 0) mean else sum(sizes * u^2 * v) / between
  inflation <- (qt(0.975, n - k) / qnorm(0.975))^(2 - 2 / (k - 1)); one <- 0.1 * mse * (k - 1) / n
  normal <- sum(2 * (sizes - 1) * v^2) / total^2
  fourth <- sum(sapply(x[sizes > 2], function(y) {
    squares <- (y - mean.default(y))^2; sum((squares - mean.default(squares))^2) / (1 - 2 / length(y))
  }))
  excess <- (fourth - sum(2 * (sizes - 1)^2 / (sizes + 1) * v^2)) / total^2
  null <- sum(2 * rest^2 / (sizes - 1)) / sum(rest)^2
  noise <- if (between == 0) 1 else min(1, mean * (k - 1) / between)
  normal_here <- normal + max(null - normal, 0) * noise
  dof <- (k - 1) * (mean + one) / (inflation * direct + one)
  errors <- error_dof(normal_here, excess, n - k)
  unname(c(dof, errors, mean / mse, eta_between(f, k - 1, n - k, n - k, dof, errors, mean / mse)))
}
oneway_case <- function(x) {
  long <- data.frame(score = unlist(x), group = factor(rep(seq_along(x), lengths(x))))
  test_of <- function(equal) {
    test <- oneway.test(score ~ group, long, var.equal = equal)
    list(f = test$statistic[[1]], dof = unname(test$parameter), p_value = test$p.value)
  }
  ss <- summary(aov(score ~ group, long))[[1]][["Sum Sq"]]
  mse <- ss[2] / (nrow(long) - length(x))
  rows <- lapply(combn(length(x), 2, simplify = FALSE), function(ij) {
    c(list(first = names(x)[ij[1]], second = names(x)[ij[2]]),
      welch_pair(x[[ij[1]]], x[[ij[2]]], length(x)))
  })
  list(equal = test_of(TRUE), welch = test_of(FALSE), ss = ss, eta2 = ss[1] / sum(ss),
       omega2 = max(0, (ss[1] - (length(x) - 1) * mse) / (sum(ss) + mse)), means = unname(sapply(x, mean)),
       sds = unname(sapply(x, sd)), pairs = rows,
       eta = if (test_of(TRUE)$f < 1e4) oneway_eta(x, test_of(TRUE)$f))
}
oracle("oneway", "stats::oneway.test, aov, t.test, ptukey, qtukey", unpaired(oneway_case), list(
  oneway_note = paste("Of a pair t, dof, p, low and high are t.test (Welch, 95 %, uncorrected);",
                  "games_howell_p, _low and _high are of ptukey and qtukey with the same t",
                  "and dof. ptukey is good to about 1e-10 (1e-8 with 12 algorithms).")))

# ---- means of independent runs on their pooled variance: Tukey and Kramer, Dunnett
dunnett_p <- function(t, r, dof, side) {  # the largest of several t that share a control, size over its size
  inside <- function(s) sapply(s, function(s) integrate(function(z) {
    upper <- sapply(r, function(r) pnorm(sqrt(1 + r) * t * s + sqrt(r) * z))
    lower <- if (side == "two_sided") sapply(r, function(r) pnorm(-sqrt(1 + r) * t * s + sqrt(r) * z)) else 0
    dnorm(z) * apply(matrix(upper - lower, length(z)), 1, prod)
  }, -9, 9, rel.tol = 1e-11, subdivisions = 500)$value)
  density <- function(s) 2 * dof * s * dchisq(dof * s^2, dof)
  1 - integrate(function(s) density(s) * inside(s), 0, sqrt(qchisq(1 - 1e-14, dof) / dof),
                rel.tol = 1e-11, subdivisions = 500)$value
}
run_means_case <- function(x) {
  long <- data.frame(score = unlist(x), group = factor(rep(names(x), lengths(x)), levels = names(x)))
  fit <- aov(score ~ group, long); mse <- deviance(fit) / fit$df.residual; dof <- fit$df.residual
  hsd <- TukeyHSD(fit)$group; n <- lengths(x); means <- sapply(x, mean); k <- length(x)
  pairs <- lapply(combn(k, 2, simplify = FALSE), function(ij) {
    row <- hsd[paste(names(x)[ij[2]], names(x)[ij[1]], sep = "-"), ]
    d <- unname(means[ij[1]] - means[ij[2]]); q <- abs(d) / sqrt(mse / 2 * sum(1 / n[ij]))
    stopifnot(all.equal(d, -row[["diff"]]))
    list(first = names(x)[ij[1]], second = names(x)[ij[2]], difference = d, q = q,
         p = ptukey(q, k, dof, lower.tail = FALSE), p_hsd = row[["p adj"]],
         low = -row[["upr"]], high = -row[["lwr"]])
  })
  contrasts <- glht(fit, linfct = mcp(group = "Dunnett"))  # the first is the control
  t <- unname(coef(contrasts) / sqrt(diag(vcov(contrasts)))); r <- unname(n[-1] / n[1])
  set.seed(1); multcomp <- unname(summary(contrasts)$test$pvalues)
  exact <- sapply(abs(t), dunnett_p, r, dof, "two_sided")
  stopifnot(max(abs(exact - multcomp)) < 5e-4)
  list(dof = dof, mse = mse, pairs = pairs, control = names(x)[1], t = t, p = as.vector(exact),
       p_greater = sapply(t, dunnett_p, r, dof, "greater"))
}
oracle("run_means", "stats::aov, TukeyHSD, ptukey, integrate; multcomp::glht",
       c(lapply(tables[c("demsar2006", "garcia_herrera2008")],
                function(m) run_means_case(setNames(samples_of(m), colnames(m)))),
         lapply(unbalanced, function(x) {
  c(list(algorithms = names(x), samples = unname(x)), run_means_case(x))
})), list(run_means_note = paste(
  "Tukey and Kramer, and Dunnett against the first algorithm, on the pooled variance of independent",
  "runs. Dunnett's p are double integrals, checked against multcomp's to its 5e-4.")), needs = "multcomp")
