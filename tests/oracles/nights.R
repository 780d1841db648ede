# Answers for tests/numerics/series: drift, autocorrelation and change points.
set.seed(20261120)

# ---- trends: cor.test for Mann and Kendall's test, Sen's slope and its ranks written out
trend <- function(x, rho = 0) {
  at <- which(!is.na(x)); y <- x[at]; n <- length(y)
  s <- sum(sapply(seq_len(n - 1), function(i) sum(sign(y[-seq_len(i)] - y[i]))))
  t <- cor.test(at, y, method = "kendall", exact = FALSE, continuity = TRUE)
  z <- unname(t$statistic)
  pairs <- combn(n, 2)
  slopes <- sort((y[pairs[2, ]] - y[pairs[1, ]]) / (at[pairs[2, ]] - at[pairs[1, ]]))
  # without the continuity correction |z| is |S| over the deviation
  deviation <- (abs(s) - 1) / abs(z)
  inflation <- sqrt((1 + rho) / (1 - rho))  # Yue and Wang 2004, AR(1)
  reach <- qnorm(0.975) * deviation * inflation
  m <- length(slopes)
  rank_of <- function(r) slopes[min(max(r, 1), m)]
  list(values = x, rho = rho, score = s, p_value = 2 * pnorm(-abs(z) / inflation),
       p_independent = t$p.value, tau_b = unname(t$estimate), slope = median(slopes),
       low = rank_of(floor((m - reach) / 2)), high = rank_of(ceiling((m + reach) / 2) + 1))
}
plain <- round(rnorm(30), 3)
rising <- round(0.05 * (1:40) + rnorm(40), 3)
tied <- round(rnorm(60))
holes <- round(-0.03 * (1:50) + rnorm(50), 1); holes[c(2, 9, 10, 33, 50)] <- NA
few <- c(0.91, 0.9, 0.93, 0.92)
trends <- list(plain = trend(plain), rising = trend(rising), tied = trend(tied),
               holes = trend(holes), few = trend(few), correlated = trend(rising, 0.4),
               correlated_tied = trend(tied, 0.7))

# ---- lag-one autocorrelation
first <- function(x) list(values = x, r = acf(x, lag.max = 1, plot = FALSE, na.action = na.pass)$acf[2])
smooth <- round(as.numeric(arima.sim(list(ar = 0.6), 80)), 4)
gaps <- smooth; gaps[sample(80, 25)] <- NA
lags <- list(smooth = first(smooth), gaps = first(gaps), plain = first(plain), tied = first(tied))

# ---- partitions: breakpoints gives the least squares of each number of changes
parted <- function(x, fewest, penalties) {
  y <- data.frame(x = x)
  most <- 7  # strucchange refuses more where segments hardly fit
  whole <- sum((x - mean(x))^2)
  full <- breakpoints(x ~ 1, data = y, h = fewest, breaks = most)
  of <- lapply(seq_len(most), function(m) breakpoints(full, breaks = m))
  squares <- c(whole, sapply(of, function(b) b$RSS))
  list(values = x, fewest = fewest, answers = lapply(penalties, function(p) {
    best <- which.min(squares + p * 0:most)
    stopifnot(best <= most)
    at <- if (best == 1) integer(0) else of[[best - 1]]$breakpoints
    list(penalty = p, begins = I(at), cost = (squares + p * 0:most)[best])
  }))
}
level <- round(rep(c(0, 2, 1.5, -1), c(12, 9, 20, 7)) + rnorm(48), 3)
flat <- round(rnorm(40), 3)
penalties <- c(4, 6, 9, 14)
partitions <- function() {
  list(level = parted(level, 3, penalties), flat = parted(flat, 3, penalties),
       level_long = parted(level, 5, penalties))
}
# ---- variances drawn together: limma's squeezeVar, of more spread than chance explains and of less
squeezed <- function(x, dof) {
  fit <- limma::squeezeVar(x, dof)
  list(variance = x, dof = dof, prior_dof = fit$df.prior, prior = fit$var.prior, drawn = fit$var.post)
}
variances <- function() {
  list(spread = squeezed(round(rchisq(30, 6) / 6 / (rchisq(30, 5) / 5), 4), rep(6, 30)),
       unequal = squeezed(round(2 * rchisq(20, rep(c(2, 9), 10)) / rep(c(2, 9), 10) / (rchisq(20, 3) / 3), 4),
                          rep(c(2, 9), 10)),
       alike = squeezed(round(0.3 * rchisq(12, 4) / 4, 4), rep(4, 12)))
}
oracle("nights", paste("cor.test, acf, strucchange", packageVersion("strucchange"), "and limma",
                       packageVersion("limma")),
       list(), list(note = paste("p_value is p_independent with z divided by the square root of",
                                 "(1 + rho)/(1 - rho); low and high are slopes of ranks",
                                 "floor((M - C)/2) and ceiling((M + C)/2) + 1"),
                    trends = trends, lags = lags, partitions = partitions(),
                    variances = variances()), needs = c("strucchange", "limma"))
