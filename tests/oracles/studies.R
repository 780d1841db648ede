# What a study can say: variance components.

crossed_rows <- function(seed, algorithms, datasets, seeds, prompts, lost) {
  set.seed(seed)
  rows <- expand.grid(algorithm = seq_len(algorithms), dataset = seq_len(datasets),
                      seed = seq_len(seeds), prompt = seq_len(prompts))
  draw <- function(..., sd) {
    key <- interaction(..., drop = TRUE); rnorm(nlevels(key), 0, sd)[as.integer(key)]
  }
  rows$score <- with(rows, round(0.1 * algorithm + draw(dataset, sd = 0.8) + draw(prompt, sd = 0.5) +
    draw(algorithm, dataset, sd = 0.4) + draw(algorithm, prompt, sd = 0.3) + draw(dataset, prompt, sd = 0.35) +
    draw(dataset, seed, sd = 0.3) + draw(algorithm, dataset, prompt, sd = 0.25) + rnorm(nrow(rows), 0, 0.2), 4))
  if (lost > 0) rows[-sample(nrow(rows), lost), ] else rows
}
# Newton steps from the optimum of lme4's criterion, which is too flat for the last digits of many variances.
polish <- function(fit, criterion) {
  theta <- getME(fit, "theta")
  h <- 1e-3
  step <- function(place) replace(0 * theta, place, h)
  rise <- function(theta, e) criterion(theta + e) - criterion(theta - e)
  slope <- function(theta) vapply(seq_along(theta), function(place)
    (8 * rise(theta, step(place)) - rise(theta, 2 * step(place))) / (12 * h), 0)
  for (again in 1:3) {
    curvature <- vapply(seq_along(theta), function(place)
      (slope(theta + step(place)) - slope(theta - step(place))) / (2 * h), 0 * theta)
    theta <- theta - solve(curvature, slope(theta))
  }
  criterion(theta)
  parts <- environment(criterion)
  sigma2 <- (parts$resp$wrss() + parts$pp$sqrL(1)) / (nobs(fit) - length(fixef(fit)))
  setNames(sigma2 * c(theta^2, 1), c(names(getME(fit, "cnms")), "Residual"))
}
components_case <- function(formula, rows, polished = FALSE) {
  rows[] <- lapply(names(rows), function(name) if (name == "score") rows[[name]] else factor(rows[[name]]))
  fit <- lmer(formula, rows, REML = TRUE, control = lmerControl(optimizer = "bobyqa", calc.derivs = FALSE,
    optCtrl = list(rhoend = 1e-12, maxfun = 1e5)))
  v <- as.data.frame(VarCorr(fit))
  list(formula = deparse1(formula), rows = as.list(lapply(rows, as.character)),
       variances = as.list(if (polished) polish(fit, lmer(formula, rows, devFunOnly = TRUE)) else setNames(v$vcov, v$grp)))
}
components_cases <- function() {
  seeds <- score ~ algorithm + (1 | dataset) + (1 | algorithm:dataset) + (1 | dataset:seed)
  keep <- function(rows, ...) rows[, c("algorithm", ..., "score")]
  list(
    seeds = components_case(seeds, keep(crossed_rows(41, 3, 12, 4, 1, 0), "dataset", "seed")),
    more = components_case(seeds, keep(crossed_rows(44, 5, 9, 3, 1, 0), "dataset", "seed")),
    plain = components_case(score ~ algorithm + (1 | dataset),
                            keep(crossed_rows(42, 4, 10, 1, 1, 0), "dataset")),
    prompts = components_case(score ~ algorithm + (1 | dataset) + (1 | prompt) + (1 | algorithm:dataset) +
                              (1 | algorithm:prompt) + (1 | dataset:prompt),
                              keep(crossed_rows(43, 4, 12, 1, 8, 0), "dataset", "prompt")),
    lost = components_case(seeds, keep(crossed_rows(45, 4, 10, 4, 1, 23), "dataset", "seed")),
    lost_more = components_case(seeds, keep(crossed_rows(46, 3, 14, 3, 1, 31), "dataset", "seed")))
}
judged_rows <- function(seed, models, passages, questions, judges, samples) {
  set.seed(seed)
  rows <- expand.grid(model = seq_len(models), question = seq_len(questions), passage = seq_len(passages),
                      judge = seq_len(judges), sample = seq_len(samples))
  rows$question <- with(rows, questions * (passage - 1) + question)
  draw <- function(..., sd) {
    key <- interaction(..., drop = TRUE); rnorm(nlevels(key), 0, sd)[as.integer(key)]
  }
  rows$score <- with(rows, round(20 + 0.2 * model + (passages > 1) * (draw(passage, sd = 0.9) +
    draw(model, passage, sd = 0.7) + draw(passage, judge, sd = 0.6) + draw(model, passage, judge, sd = 0.6)) +
    draw(question, sd = 1) + draw(judge, sd = 0.8) + draw(model, question, sd = 0.7) +
    draw(model, judge, sd = 0.7) + draw(question, judge, sd = 0.6) +
    (samples > 1) * draw(model, question, judge, sd = 0.5) + rnorm(nrow(rows), 0, 0.4), 4))
  rows
}
judged_cases <- function() {
  crossed <- score ~ model + (1 | question) + (1 | judge) + (1 | model:question) + (1 | model:judge) +
    (1 | question:judge)
  sampled <- update(crossed, . ~ . + (1 | model:question:judge))
  list(
    judges = components_case(crossed, judged_rows(51, 3, 1, 12, 6, 1), TRUE),
    samples = components_case(sampled, judged_rows(51, 3, 1, 10, 5, 2), TRUE),
    passages = components_case(update(crossed, . ~ . + (1 | passage) + (1 | model:passage) +
      (1 | passage:judge) + (1 | model:passage:judge)), judged_rows(51, 3, 6, 3, 5, 1), TRUE))
}
oracle("judged_components", paste("lme4", packageVersion("lme4"), "lmer (REML)"), judged_cases(),
       list(judged_components_note = "No variance is 0; Newton steps follow the optimiser."),
       needs = "lme4")
oracle("variance_components", paste("lme4", packageVersion("lme4"), "lmer (REML)"), components_cases(),
       list(variance_components_note = "No variance is 0; the optimiser reaches about 1e-7 (relative)."),
       needs = "lme4")
