# Answers of R for the oracle tests. From the project's root:
#   Rscript tests/oracles/make.R nemenyi quade   # these files
#   Rscript tests/oracles/make.R                 # all of them: a minute, most of it Dunnett
# README.md beside this file says which packages they need and what each answer means.
wanted <- commandArgs(trailingOnly = TRUE)
folder <- "tests/oracles"
known <- missing_packages <- character()

# Write NAME.json if it is wanted. R evaluates an argument when it is first used: cases that nobody
# wants are not computed, and their packages not loaded.
oracle <- function(name, source, cases, notes = list(), needs = character()) {
  known <<- c(known, name)
  if (length(wanted) > 0 && !name %in% wanted) return(invisible())
  needs <- c("jsonlite", needs)
  lacking <- needs[!vapply(needs, requireNamespace, TRUE, quietly = TRUE)]
  if (length(lacking) > 0) {
    message(name, ".json needs what is not installed: ", paste(lacking, collapse = ", "))
    missing_packages <<- union(missing_packages, lacking)
    return(invisible())
  }
  for (package in needs) suppressMessages(library(package, character.only = TRUE))
  versions <- lapply(setNames(needs, needs), function(package) as.character(packageVersion(package)))
  body <- c(list(source = paste0("R ", getRversion(), ": ", source), packages = versions,
                 made_by = file.path(folder, "make.R")), notes, list(cases = cases))
  # I(17) asks for all digits; toJSON stops at 15
  text <- toJSON(body, digits = I(17), auto_unbox = TRUE, na = "null", null = "null", pretty = 1)
  writeLines(text, file.path(folder, paste0(name, ".json")))
  message("wrote ", name, ".json")
}

source(file.path(folder, "shared.R"))
for (part in c("basics", "omnibus", "pairs", "models", "factorial", "effects", "effects_numerics", "nights", "studies",
               "clusters")) {
  source(file.path(folder, paste0(part, ".R")), local = new.env())
}
unknown <- setdiff(wanted, known)
if (length(unknown) > 0) {
  stop("no oracle of R is called ", paste(unknown, collapse = ", "), "; there are ",
       paste(sort(known), collapse = ", "), " (bayes.json is written by make_bayes.py)", call. = FALSE)
}
if (length(missing_packages) > 0) {
  stop("install what is missing, on Debian by\n  apt-get install ",
       paste0("r-cran-", tolower(missing_packages), collapse = " "), call. = FALSE)
}
