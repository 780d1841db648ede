# What the files of answers share: tables, samples, pairs, ranks, and how numbers are written.
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

long_of <- function(m) {
  data.frame(score = as.vector(m),
             algorithm = factor(rep(colnames(m), each = nrow(m)), levels = colnames(m)),
             block = factor(rep(seq_len(nrow(m)), ncol(m))))
}

chi2_p <- function(x, dof) pchisq(x, dof, lower.tail = FALSE)
pair_rows <- function(m, answers) {  # one row per pair of columns
  lapply(pairs_of(m), function(ij) {
    c(list(first = colnames(m)[ij[1]], second = colnames(m)[ij[2]]), answers(ij[1], ij[2]))
  })
}
differences <- function(m, i, j) unname(round(m[, i] - m[, j], 10))
alternatives <- c(two_sided = "two.sided", less = "less", greater = "greater")
by_alternative <- function(p_of) lapply(alternatives, function(a) min(1, p_of(a)))
permutations <- function(x) {
  if (length(x) < 2) return(matrix(x, 1))
  do.call(rbind, lapply(seq_along(x), function(i) cbind(x[i], permutations(x[-i]))))
}

# ---- unpaired: the columns as independent samples, and samples of unequal size
set.seed(1952)
unbalanced <- list(
  unbalanced = list(A = round(rnorm(7, 0.8, 0.1), 3), B = round(rnorm(11, 0.85, 0.05), 3),
                    C = round(rnorm(5, 0.9, 0.02), 3)),
  unbalanced_ties = list(A = sample(1:5, 8, TRUE), B = sample(2:6, 6, TRUE),
                         C = sample(1:6, 12, TRUE), D = sample(3:6, 4, TRUE)))
samples_of <- function(m) lapply(split(t(m), seq_len(ncol(m))), unname)
unpaired <- function(answers) {  # the nine tables, then the unbalanced samples with their values
  as_samples <- function(m) setNames(samples_of(m), colnames(m))
  c(lapply(tables, function(m) answers(as_samples(m))), lapply(unbalanced, function(x) {
    c(list(algorithms = names(x), samples = unname(x)), answers(x))
  }))
}
sample_pairs <- function(x, answers) {
  rows <- lapply(combn(length(x), 2, simplify = FALSE), function(ij) {
    found <- answers(x[[ij[1]]], x[[ij[2]]])
    if (!is.null(found)) c(list(first = names(x)[ij[1]], second = names(x)[ij[2]]), found)
  })
  list(pairs = Filter(Negate(is.null), rows))
}

# ---- intervals of W and rank epsilon squared: noncentral chi-square, whose dof are estimated
rank_share_ends <- function(share, size, dofs, top = 1) {
  w <- min(share / top, 1)
  at <- function(p, dof) {
    below <- function(odds) pchisq(size * dof * w * (1 + odds), dof, size * dof * odds) - p
    if (pchisq(size * dof * w, dof) <= p) return(0)
    odds <- uniroot(below, c(0, 1), extendInt = "downX", tol = 1e-13)$root
    odds / (1 + odds)
  }
  c(top * at(0.975, rev(dofs)[1]), max(share, top * if (w >= 1) 1 else at(0.025, dofs[1])))
}
rank_share_dof <- function(direct, mean, one, k, dof, power) {  # one: a weight of random ranks
  (k - 1) * (mean + one) / ((qt(0.975, dof) / qnorm(0.975))^(2 * power) * direct + one)
}

# intervals of partial eta squared: the error's dof by how much its mean square varies, as it is and with caution
error_dof <- function(normal, excess, dof)
  2 / (normal + max(excess, 0) + c(0, 40 / sqrt(dof) * max(excess + 0.3 * normal, 0)))
eta_between <- function(f, k1, dof_error, size, dof = k1, errors = rep(dof_error, 2), ratio = 1) {
  at <- function(p, error) {
    below <- function(nc) pf(f / ratio, dof, error, nc) - p
    if (below(0) <= 0) return(0)
    uniroot(below, c(0, f * dof + 10), extendInt = "downX", tol = 1e-12)$root * k1 / dof * ratio
  }
  ends <- c(at(0.975, errors[2]), at(0.025, errors[1]))
  ends / (ends + size)
}
