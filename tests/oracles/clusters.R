# Differences of examples in clusters: the CR2 variance of their mean and its degrees of freedom.
made_clusters <- function(seed, sizes, spread, digits) {
  set.seed(seed)
  cluster <- rep(seq_along(sizes), sizes)
  first <- rnorm(sum(sizes)) + spread * rnorm(length(sizes))[cluster]
  second <- rnorm(sum(sizes)) + spread * rnorm(length(sizes))[cluster]
  if (digits == 0) {
    first <- as.numeric(first > 0.2)
    second <- as.numeric(second > 0)
  }
  list(cluster = cluster, first = round(first, digits), second = round(second, digits))
}
cluster_cases <- list(
  equal = made_clusters(1, rep(5, 8), 0.7, 3),
  unequal = made_clusters(2, c(3, 9, 1, 14, 5, 2, 6), 0.7, 3),
  geometric = made_clusters(3, c(1, 2, 4, 8, 16, 32, 64, 128), 0.5, 0),
  three = made_clusters(4, c(20, 3, 7), 0.5, 0),
  single_examples = made_clusters(5, rep(1, 25), 0, 3),
  many = made_clusters(6, c(rep(1, 20), rep(3, 20), 40), 1, 0)
)
cr2_of <- function(case) {
  cluster <- case$cluster
  difference <- case$first - case$second
  fit <- lm(difference ~ 1)
  variance <- vcovCR(fit, cluster = cluster, type = "CR2")
  test <- coef_test(fit, vcov = variance, cluster = cluster, test = "Satterthwaite")
  ends <- conf_int(fit, vcov = variance, cluster = cluster, level = 0.95, test = "Satterthwaite")
  c(case, list(difference = mean(difference), variance = as.numeric(variance), t = test$tstat,
               dof = test$df_Satt, p = test$p_Satt, low = ends$CI_L, high = ends$CI_U))
}
oracle("paired_difference",
       paste0("vcovCR(lm(d ~ 1), cluster, type = \"CR2\") and coef_test(test = \"Satterthwaite\") of ",
              "clubSandwich ", packageVersion("clubSandwich")),
       lapply(cluster_cases, cr2_of), needs = "clubSandwich")
