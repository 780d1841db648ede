# Linear models of factors: car's Anova, emmeans, sandwich, effectsize, lme4, nlme.

# ---- designs: combinations of settings on datasets, scores with three digits
grid_of <- function(seed, datasets, ..., spread = 0.3) {
  set.seed(seed)
  rows <- expand.grid(..., dataset = sprintf("d%02d", seq_len(datasets)), stringsAsFactors = FALSE)
  factors <- setdiff(names(rows), "dataset")
  rows[factors] <- lapply(rows[factors], function(x) factor(x, unique(x)))
  n <- nrow(rows)
  rows$x <- round(runif(n, 1, 9), 1)
  effect <- rnorm(3, 0, 0.4)
  level <- as.integer(rows[[factors[1]]])
  rows$score <- round(effect[1] * level + effect[2] * level * as.integer(rows[[factors[2]]]) +
                        rnorm(datasets)[as.integer(factor(rows$dataset))] + 0.05 * rows$x +
                        rnorm(n, 0, spread * (1 + (level == 2))), 3)
  rows
}
complete <- grid_of(11, 6, a = c("none", "mix", "cut"), b = c("sgd", "adam"), c = c("off", "on"))
wider <- grid_of(12, 9, a = c("w1", "w2", "w3", "w4"), b = c("s", "m", "l"))
gaps <- grid_of(13, 7, a = c("none", "mix", "cut"), b = c("sgd", "adam"))[-c(2, 9, 10, 17, 30, 41), ]
one_out <- subset(grid_of(14, 8, a = c("off", "on"), b = c("off", "on"), c = c("off", "on")),
                  (a == "on") + (b == "on") + (c == "on") >= 2)
runs <- grid_of(15, 5, a = c("p", "q", "r"), b = c("sgd", "adam"))[-c(1, 2, 8, 21), ]

# ---- tests
table_of <- function(answer, terms) {
  lapply(setNames(terms, terms), function(term) {
    row <- answer[term, ]
    list(ss = row[["Sum Sq"]], dof = row[["Df"]], f = row[["F value"]], p = row[["Pr(>F)"]])
  })
}
plain_f <- function(answer, terms) {
  lapply(setNames(terms, terms), function(term) list(f = answer[term, "F"], dof = answer[term, "Df"]))
}
means_of <- function(fit, name) {
  rows <- summary(emmeans(fit, name))
  lapply(seq_len(nrow(rows)), function(i) {
    list(level = as.character(rows[i, name]), mean = rows$emmean[i], se = rows$SE[i],
         low = rows$lower.CL[i], high = rows$upper.CL[i])
  })
}
tukey_of <- function(fit, name) {
  rows <- summary(pairs(emmeans(fit, name)), infer = TRUE)
  lapply(seq_len(nrow(rows)), function(i) {
    list(difference = rows$estimate[i], se = rows$SE[i], t = rows$t.ratio[i], p = rows$p.value[i],
         low = rows$lower.CL[i], high = rows$upper.CL[i])
  })
}
clustered <- function(fit, rows, terms) {  # Anova tests the datasets too, whose covariance is singular
  v <- vcovCL(fit, cluster = rows$dataset, type = "HC1")
  places <- attr(terms(fit), "term.labels")[fit$assign[fit$assign > 0]]
  lapply(setNames(terms, terms), function(term) {
    names <- names(coef(fit))[-1][places == term]
    row <- linearHypothesis(fit, names, vcov. = v)[2, ]
    list(f = row[["F"]], dof = row[["Df"]])
  })
}
share_ends <- function(f, dof, error, n) {  # effectsize's own ends come from an optimizer that may stop early
  at <- function(p) {
    if (pf(f, dof, error) <= p) return(0)
    uniroot(function(ncp) pf(f, dof, error, ncp) - p, c(0, 10 * f * dof + 100), tol = 1e-11)$root
  }
  ends <- c(at(0.975), at(0.025))
  ends / (ends + n)
}
shares <- function(estimate, f, dof, error, n) {
  lapply(seq_along(f), function(i) unname(c(estimate[i], share_ends(f[i], dof[i], error, n))))
}
pooled_case <- function(rows, model, terms, clusters = TRUE) {
  options(contrasts = c("contr.sum", "contr.poly"))
  rows$dataset <- factor(rows$dataset)
  fit <- lm(model, rows)
  factors <- terms[!grepl(":", terms) & terms != "x"]
  types <- lapply(c(type2 = 2, type3 = 3), function(type) {
    list(nonrobust = table_of(Anova(fit, type = type), terms),
         HC3 = plain_f(Anova(fit, type = type, white.adjust = "hc3"), terms),
         cluster = if (clusters && type == 3) clustered(fit, rows, terms))
  })
  f <- Anova(fit, type = 2)[terms, "F value"]; dof <- Anova(fit, type = 2)[terms, "Df"]
  eta <- F_to_eta2(f, dof, fit$df.residual, alternative = "two.sided")
  squares <- resid(fit)^2; rest <- (1 - hatvalues(fit))^2
  excess <- (sum(squares^2) / sum(squares)^2 - 3 * sum(rest) / fit$df.residual^2) * sum(rest) / sum(rest^2)
  tails <- error_dof(2 / fit$df.residual, excess, fit$df.residual)
  between <- function(i, size) eta_between(f[i], dof[i], fit$df.residual, size, dof[i], tails)
  omega <- omega_squared(Anova(fit, type = 2), partial = TRUE)
  omega <- setNames(omega$Omega2_partial, omega$Parameter)[terms]
  c(types, list(
    dof_error = fit$df.residual, ss_error = sum(resid(fit)^2),
    eta = setNames(shares(eta[[1]], f, dof, fit$df.residual, fit$df.residual), terms),
    omega = setNames(shares(omega, f, dof, fit$df.residual, nobs(fit)), terms),
    eta_tails = setNames(lapply(seq_along(f), between, fit$df.residual), terms),
    omega_tails = setNames(lapply(seq_along(f), between, nobs(fit)), terms),
    means = lapply(setNames(factors, factors), function(name) means_of(fit, name)),
    tukey = lapply(setNames(factors, factors), function(name) tukey_of(fit, name))))
}
random_case <- function(rows, model, terms) {  # random blocks; Wald's chi-squared over its dof is F
  options(contrasts = c("contr.sum", "contr.poly"))
  rows$dataset <- factor(rows$dataset)
  tight <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-12))
  fit <- lmer(update(model, . ~ . + (1 | dataset)), rows, REML = TRUE, control = tight)
  factors <- terms[!grepl(":", terms) & terms != "x"]
  types <- lapply(c(type2 = 2, type3 = 3), function(type) {
    answer <- Anova(fit, type = type, test.statistic = "Chisq")
    lapply(setNames(terms, terms), function(term) {
      list(f = answer[term, "Chisq"] / answer[term, "Df"], dof = answer[term, "Df"])
    })
  })
  within <- anova(lme(model, rows, random = ~ 1 | dataset), type = "marginal")
  c(types, list(
    dof = setNames(as.list(within[terms, "denDF"]), terms),
    means = lapply(setNames(factors, factors), function(name) {
      rows <- summary(emmeans(fit, name, lmer.df = "asymptotic"))
      lapply(seq_len(nrow(rows)), function(i) {
        list(level = as.character(rows[i, name]), mean = rows$emmean[i], se = rows$SE[i])
      })
    })))
}
strata_case <- function(rows, factors) {
  cell <- do.call(paste, c(rows[factors], sep = "."))
  columns <- unique(cell)
  wide <- t(sapply(unique(rows$dataset), function(d) {
    rows$score[rows$dataset == d][match(columns, cell[rows$dataset == d])]
  }))
  idata <- unique(rows[factors])
  options(contrasts = c("contr.sum", "contr.poly"))
  fit <- lm(wide ~ 1)
  answer <- summary(Anova(fit, idata = idata, type = 3,
                          idesign = as.formula(paste("~", paste(factors, collapse = " * ")))),
                    multivariate = FALSE)
  tests <- answer$univariate.tests; adjusted <- answer$pval.adjustments
  terms <- setdiff(rownames(tests), "(Intercept)")
  lapply(setNames(terms, terms), function(term) {
    row <- tests[term, ]; one <- !term %in% rownames(adjusted)
    list(ss = row[["Sum Sq"]], dof = row[["num Df"]], error = row[["Error SS"]],
         dof_error = row[["den Df"]], f = row[["F value"]], p = row[["Pr(>F)"]],
         gg = if (one) 1 else adjusted[term, "GG eps"], hf = if (one) 1 else adjusted[term, "HF eps"],
         p_gg = if (one) row[["Pr(>F)"]] else adjusted[term, "Pr(>F[GG])"],
         p_hf = if (one) row[["Pr(>F)"]] else adjusted[term, "Pr(>F[HF])"])
  })
}
per_dataset <- function(rows, model, names) {  # effects in each dataset, then a t test of their mean
  options(contrasts = c("contr.treatment", "contr.poly"))
  each <- t(sapply(unique(rows$dataset), function(d) coef(lm(model, rows[rows$dataset == d, ]))[names]))
  if (length(names) == 1) each <- t(each)
  colnames(each) <- names
  lapply(setNames(names, names), function(name) {
    test <- t.test(each[, name])
    list(difference = test$estimate[[1]], t = test$statistic[[1]], p = test$p.value,
         low = test$conf.int[1], high = test$conf.int[2], better = sum(each[, name] > 0))
  })
}
dummies <- function(rows, factors) {
  rows[factors] <- lapply(rows[factors], function(x) as.character(x))
  rows
}
all_terms <- function(names) {
  unlist(lapply(seq_along(names), function(m) apply(combn(names, m), 2, paste, collapse = ":")))
}
oracle("factorial", paste("car", packageVersion("car"), "Anova; emmeans", packageVersion("emmeans"),
                          "; sandwich", packageVersion("sandwich"), "vcovCL; effectsize",
                          packageVersion("effectsize"), "; lme4", packageVersion("lme4"), "lmer; nlme",
                          packageVersion("nlme"), "lme"), list(
  complete = list(
    rows = dummies(complete, c("a", "b", "c")), factors = c("a", "b", "c"), blocks = TRUE,
    strata = strata_case(complete, c("a", "b", "c")),
    effects = per_dataset(complete, score ~ a + b + c, c("amix", "acut", "badam", "con")),
    pooled = pooled_case(complete, score ~ dataset + a * b * c, all_terms(c("a", "b", "c")))),
  wider = list(
    rows = dummies(wider, c("a", "b")), factors = c("a", "b"), blocks = TRUE,
    strata = strata_case(wider, c("a", "b")),
    pooled = pooled_case(wider, score ~ dataset + a * b, all_terms(c("a", "b")))),
  gaps = list(
    rows = dummies(gaps, c("a", "b")), factors = c("a", "b"), blocks = TRUE,
    random = random_case(gaps, score ~ a * b, all_terms(c("a", "b"))),
    pooled = pooled_case(gaps, score ~ dataset + a * b, all_terms(c("a", "b")))),
  covariate = list(
    rows = dummies(gaps, c("a", "b")), factors = c("a", "b"), blocks = TRUE, covariates = "x",
    random = random_case(gaps, score ~ x + a * b, c("x", all_terms(c("a", "b")))),
    pooled = pooled_case(gaps, score ~ dataset + x + a * b, c("x", all_terms(c("a", "b"))))),
  one_out = list(
    rows = dummies(one_out, c("a", "b", "c")), factors = c("a", "b", "c"), blocks = TRUE,
    interactions = FALSE,
    effects = per_dataset(one_out, score ~ a + b + c, c("aon", "bon", "con")),
    random = random_case(one_out, score ~ a + b + c, c("a", "b", "c")),
    pooled = pooled_case(one_out, score ~ dataset + a + b + c, c("a", "b", "c"))),
  runs = list(
    rows = dummies(runs, c("a", "b")), factors = c("a", "b"), blocks = FALSE,
    pooled = pooled_case(runs, score ~ a * b, all_terms(c("a", "b")), clusters = FALSE))),
  list(factorial_note = paste(
    "Sum contrasts. Strata: repeated measures over datasets with both corrections. Pooled: types II and",
    "III with the usual, White's HC3 and a cluster covariance (HC1, by dataset; its p by G - 1 dof is",
    "left to the test). Random: REML, with the dof within datasets. Effects: coefficients in each dataset",
    "and a t test of their mean.")),
  needs = c("car", "emmeans", "sandwich", "effectsize", "lme4", "nlme"))

# ---- how much the effect of one factor depends on another
dependences <- function(rows, model) {  # each level less the first, at each level less the first
  options(contrasts = c("contr.sum", "contr.poly"))
  rows$dataset <- factor(rows$dataset)
  both <- emmeans(lm(model, rows), ~ a * b)
  answer <- summary(contrast(both, interaction = "trt.vs.ctrl1"), infer = TRUE)
  lapply(seq_len(nrow(answer)), function(i) {
    list(a = as.character(answer[i, 1]), b = as.character(answer[i, 2]), difference = answer$estimate[i],
         t = answer$t.ratio[i], p = answer$p.value[i], low = answer$lower.CL[i], high = answer$upper.CL[i])
  })
}
oracle("dependences", paste("t.test of coefficients in each dataset; emmeans", packageVersion("emmeans")), list(
  wider = list(each = per_dataset(wider, score ~ a * b,
                                  c(outer(c("aw2", "aw3", "aw4"), c("bm", "bl"), paste, sep = ":")))),
  gaps = list(pooled = dependences(gaps, score ~ dataset + a * b)),
  runs = list(pooled = dependences(runs, score ~ a * b))),
  list(dependences_note = "Treatment contrasts; the tables are those of factorial.json."),
  needs = "emmeans")
