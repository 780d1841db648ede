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
components_case <- function(formula, rows) {
  rows[] <- lapply(names(rows), function(name) if (name == "score") rows[[name]] else factor(rows[[name]]))
  fit <- lmer(formula, rows, REML = TRUE, control = lmerControl(optimizer = "bobyqa", calc.derivs = FALSE,
    optCtrl = list(rhoend = 1e-12, maxfun = 1e5)))
  v <- as.data.frame(VarCorr(fit))
  list(formula = deparse1(formula), rows = as.list(lapply(rows, as.character)),
       variances = as.list(setNames(v$vcov, v$grp)))
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
oracle("variance_components", paste("lme4", packageVersion("lme4"), "lmer (REML)"), components_cases(),
       list(variance_components_note = "No variance is 0; the optimiser reaches about 1e-7 (relative)."),
       needs = "lme4")
