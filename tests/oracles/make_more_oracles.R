# More answers of R for the oracle tests. Run from the project's root:
#   Rscript tests/oracles/make_more_oracles.R
# README.md beside this file says what it needs and what each answer means.
made_by <- "tests/oracles/make_more_oracles.R"
suppressMessages({library(exactRankTests); library(multcomp); library(mvtnorm)
                  library(lme4); library(emmeans); library(effectsize); library(car)})
source("tests/oracles/shared.R")

chi2_p <- function(x, dof) pchisq(x, dof, lower.tail = FALSE)
pair_rows <- function(m, answers) {  # one row per pair of columns
  lapply(pairs_of(m), function(ij) {
    c(list(first = colnames(m)[ij[1]], second = colnames(m)[ij[2]]), answers(ij[1], ij[2]))
  })
}

source("tests/oracles/more_omnibus.R")
source("tests/oracles/more_pairs.R")
source("tests/oracles/more_models.R")
source("tests/oracles/more_effects.R")
