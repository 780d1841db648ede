# Answers for tests/numerics/effects.

# effectsize finds noncentralities by optim, to 4 or 5 digits; pt inverted by uniroot has 10, as long
# as pt is not its normal approximation (beyond 37.62)
ncp_ends <- function(t, dof) {
  reach <- 12 * sqrt(1 + t^2 / (2 * dof))
  end <- function(p) uniroot(function(l) suppressWarnings(pt(t, dof, ncp = l)) - p,
                             c(t - reach, t + reach), tol = 1e-13)$root
  if (abs(t) + reach > 37) return(c(NA, NA))
  c(end(0.975), end(0.025))
}
answer <- function(name, estimate, ends) {
  setNames(list(unname(estimate), ends[1], ends[2]), paste0(name, c("", "_low", "_high")))
}
of_package <- function(name, result) {
  answer(paste0(name, "_effectsize"), result[[1]], c(result$CI_low, result$CI_high))
}
of_t <- function(name, d, root, dof) answer(name, d, ncp_ends(d / root, dof) * root)

cliff <- function(x, y) {  # Cliff 1996: the dominance matrix, written out
  signs <- sign(outer(x, y, "-")); d <- mean(signs); n <- length(x); m <- length(y)
  v <- ((m - 1) * sum((rowMeans(signs) - d)^2) / (n - 1) +
          (n - 1) * sum((colMeans(signs) - d)^2) / (m - 1) +
          sum((signs - d)^2) / ((n - 1) * (m - 1))) / (n * m)
  z <- qt(0.975, n + m - 2)
  ends <- (d - d^3 + c(-1, 1) * z * sqrt(v) * sqrt((1 - d^2)^2 + z^2 * v)) / (1 - d^2 + z^2 * v)
  answer("cliff_delta", d, if (abs(d) == 1) c(NA, NA) else ends)
}
hd <- function(x) unname(Hmisc::hdquantile(x, 0.5))
gamma_of <- function(x, y) {  # Akinshin 2020
  mad <- function(v) hd(abs(v - hd(v))) / qnorm(0.75)
  n <- length(x); m <- length(y)
  (hd(x) - hd(y)) / sqrt(((n - 1) * mad(x)^2 + (m - 1) * mad(y)^2) / (n + m - 2))
}
unpaired <- function(x, y) {
  n <- length(x); m <- length(y); d <- cohens_d(x, y)
  c(of_package("cohen_d", d), of_t("cohen_d", d[[1]], sqrt(1 / n + 1 / m), n + m - 2),
    of_package("hedges_g", hedges_g(x, y)), of_package("common_language", p_superiority(x, y)),
    list(cliff_delta_effectsize = cliffs_delta(x, y)[[1]],
         vargha_delaney_effectsize = vd_a(x, y)[[1]], akinshin_gamma = gamma_of(x, y)),
    cliff(x, y))
}
paired <- function(x, y) {
  x <- unname(x); y <- unname(y); d <- round(x - y, 10); n <- length(d)
  z <- cohens_d(d, mu = 0); average <- sqrt((var(x) + var(y)) / 2)
  ratio <- sd(d) / average
  wins <- sum(d > 0) + sum(d == 0) / 2
  c(of_package("d_z", cohens_d(x, y, paired = TRUE)), of_t("d_z", z[[1]], 1 / sqrt(n), n - 1),
    of_package("hedges_g_z", hedges_g(x, y, paired = TRUE)),
    answer("d_av", mean(d) / average, ncp_ends(z[[1]] * sqrt(n), n - 1) / sqrt(n) * ratio),
    answer("paired_superiority", wins / n, Hmisc::binconf(wins, n, method = "wilson")[2:3]))
}
contrasts_of <- function(m) {  # Garcia et al. 2010, section 3.3, by its formulas
  k <- ncol(m)
  z <- outer(1:k, 1:k, Vectorize(function(u, v) median(m[, u] - m[, v])))
  unname(outer(rowMeans(z), rowMeans(z), "-"))
}
case <- function(m) {
  list(pairs = lapply(pairs_of(m), function(ij) {
    x <- m[, ij[1]]; y <- m[, ij[2]]
    c(list(first = ij[1] - 1, second = ij[2] - 1), paired(x, y), unpaired(unname(x), unname(y)))
  }), contrast_medians = contrasts_of(m))
}
by_am <- split(mtcars$mpg, mtcars$am)
oracle("effects_numerics", paste("effectsize", packageVersion("effectsize"), "and Hmisc",
                                 packageVersion("Hmisc")),
  lapply(tables[c("hitrate", "demsar2006", "ties_heavy")], case), list(
    note = paste("_effectsize: as cohens_d, hedges_g (paired = TRUE for _z), p_superiority,",
             "cliffs_delta and vd_a give it. Without: pt inverted by uniroot (null beyond",
             "37), Cliff's dominance matrix written out, hdquantile, binconf."),
    mtcars = c(list(first = by_am[["0"]], second = by_am[["1"]]),
           unpaired(by_am[["0"]], by_am[["1"]]))), needs = c("effectsize", "Hmisc"))
