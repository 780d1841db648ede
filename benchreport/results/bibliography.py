"""The bibliography: what results, reports and documentation cite."""

from benchreport.results.references import Reference

__all__ = ["BIBLIOGRAPHY", "bibtex"]


def _article(key: str, authors: str, year: int, title: str, where: str, issue: str) -> Reference:
    volume, _, rest = issue.partition(":")
    volume, _, number = volume.partition("/")
    return Reference(
        key=key,
        kind="article",
        authors=tuple(authors.split("; ")),
        year=year,
        title=title,
        where=where,
        volume=volume,
        number=number,
        pages=rest,
    )


_JMLR = "Journal of Machine Learning Research"
_JASA = "Journal of the American Statistical Association"

BIBLIOGRAPHY = {
    reference.key: reference
    for reference in (
        _article("benavoli2016", "Benavoli, Alessio; Corani, Giorgio; Mangili, Francesca", 2016,
                 "Should We Really Use Post-Hoc Tests Based on Mean-Ranks?", _JMLR, "17/5:1--10"),
        _article("cureton1967", "Cureton, Edward E.", 1967,
                 "The Normal Approximation to the Signed-Rank Sampling Distribution When Zero "
                 "Differences Are Present", _JASA, "62/319:1068--1069"),
        _article("demsar2006", "Demšar, Janez", 2006,
                 "Statistical Comparisons of Classifiers over Multiple Data Sets", _JMLR, "7:1--30"),
        _article("dunn1961", "Dunn, Olive Jean", 1961, "Multiple Comparisons Among Means", _JASA,
                 "56/293:52--64"),
        _article("friedman1937", "Friedman, Milton", 1937,
                 "The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of "
                 "Variance", _JASA, "32/200:675--701"),
        _article("garcia2008", "García, Salvador; Herrera, Francisco", 2008,
                 "An Extension on Statistical Comparisons of Classifiers over Multiple Data Sets for "
                 "all Pairwise Comparisons", _JMLR, "9:2677--2694"),
        _article("greenhouse1959", "Greenhouse, Samuel W.; Geisser, Seymour", 1959,
                 "On Methods in the Analysis of Profile Data", "Psychometrika", "24/2:95--112"),
        _article("hodges1963", "Hodges, Joseph L.; Lehmann, Erich L.", 1963,
                 "Estimates of Location Based on Rank Tests", "The Annals of Mathematical Statistics",
                 "34/2:598--611"),
        _article("holm1979", "Holm, Sture", 1979,
                 "A Simple Sequentially Rejective Multiple Test Procedure",
                 "Scandinavian Journal of Statistics", "6/2:65--70"),
        _article("huynh1976", "Huynh, Huynh; Feldt, Leonard S.", 1976,
                 "Estimation of the Box Correction for Degrees of Freedom from Sample Data in "
                 "Randomized Block and Split-Plot Designs", "Journal of Educational Statistics",
                 "1/1:69--82"),
        _article("iman1980", "Iman, Ronald L.; Davenport, James M.", 1980,
                 "Approximations of the Critical Region of the Friedman Statistic",
                 "Communications in Statistics – Theory and Methods", "9/6:571--595"),
        _article("kerby2014", "Kerby, Dave S.", 2014,
                 "The Simple Difference Formula: An Approach to Teaching Nonparametric Correlation",
                 "Comprehensive Psychology", "3:11.IT.3.1"),
        _article("kendall1939", "Kendall, Maurice G.; Babington Smith, Bernard", 1939,
                 "The Problem of m Rankings", "The Annals of Mathematical Statistics",
                 "10/3:275--287"),
        _article("mauchly1940", "Mauchly, John W.", 1940,
                 "Significance Test for Sphericity of a Normal n-Variate Distribution",
                 "The Annals of Mathematical Statistics", "11/2:204--209"),
        _article("nadeau2003", "Nadeau, Claude; Bengio, Yoshua", 2003,
                 "Inference for the Generalization Error", "Machine Learning", "52/3:239--281"),
        Reference(key="nemenyi1963", kind="book", authors=("Nemenyi, Peter B.",), year=1963,
                  title="Distribution-Free Multiple Comparisons",
                  where="PhD thesis, Princeton University"),
        _article("piepho2004", "Piepho, Hans-Peter", 2004,
                 "An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons",
                 "Journal of Computational and Graphical Statistics", "13/2:456--466"),
        _article("pratt1959", "Pratt, John W.", 1959,
                 "Remarks on Zeros and Ties in the Wilcoxon Signed Rank Procedures", _JASA,
                 "54/287:655--667"),
        Reference(key="tukey1953", kind="book", authors=("Tukey, John W.",), year=1953,
                  title="The Problem of Multiple Comparisons",
                  where="Mimeographed monograph, Princeton University"),
        _article("wilcoxon1945", "Wilcoxon, Frank", 1945,
                 "Individual Comparisons by Ranking Methods", "Biometrics Bulletin", "1/6:80--83"),
        _article("wilson1927", "Wilson, Edwin B.", 1927,
                 "Probable Inference, the Law of Succession, and Statistical Inference", _JASA,
                 "22/158:209--212"),
        Reference(key="akinshin2020", kind="misc", authors=("Akinshin, Andrey",), year=2020,
                  title="Nonparametric Cohen's d-Consistent Effect Size", where="aakinshin.net"),
        _article("alpaydin1999", "Alpaydin, Ethem", 1999,
                 "Combined 5 × 2 cv F Test for Comparing Supervised Classification Learning "
                 "Algorithms", "Neural Computation", "11/8:1885--1892"),
        _article("bartlett1937", "Bartlett, Maurice S.", 1937,
                 "Properties of Sufficiency and Statistical Tests",
                 "Proceedings of the Royal Society A", "160/901:268--282"),
        _article("benavoli2017", "Benavoli, Alessio; Corani, Giorgio; Demšar, Janez; Zaffalon, Marco",
                 2017, "Time for a Change: A Tutorial for Comparing Multiple Classifiers Through "
                 "Bayesian Analysis", _JMLR, "18/77:1--36"),
        _article("benjamini1995", "Benjamini, Yoav; Hochberg, Yosef", 1995,
                 "Controlling the False Discovery Rate: A Practical and Powerful Approach to "
                 "Multiple Testing", "Journal of the Royal Statistical Society B", "57/1:289--300"),
        _article("benjamini2001", "Benjamini, Yoav; Yekutieli, Daniel", 2001,
                 "The Control of the False Discovery Rate in Multiple Testing under Dependency",
                 "The Annals of Statistics", "29/4:1165--1188"),
        Reference(key="bergmann1988", kind="inproceedings",
                  authors=("Bergmann, Beate", "Hommel, Gerhard"), year=1988,
                  title="Improvements of General Multiple Test Procedures for Redundant Systems of "
                  "Hypotheses", where="Multiple Hypotheses Testing, Springer", pages="100--115"),
        Reference(key="bouckaert2003", kind="inproceedings", authors=("Bouckaert, Remco R.",),
                  year=2003,
                  title="Choosing Between Two Learning Algorithms Based on Calibrated Tests",
                  where="International Conference on Machine Learning", pages="51--58"),
        _article("brown1974", "Brown, Morton B.; Forsythe, Alan B.", 1974,
                 "Robust Tests for the Equality of Variances", _JASA, "69/346:364--367"),
        _article("cliff1993", "Cliff, Norman", 1993,
                 "Dominance Statistics: Ordinal Analyses to Answer Ordinal Questions",
                 "Psychological Bulletin", "114/3:494--509"),
        Reference(key="cohen1988", kind="book", authors=("Cohen, Jacob",), year=1988,
                  title="Statistical Power Analysis for the Behavioral Sciences",
                  where="Lawrence Erlbaum, 2nd edition"),
        Reference(key="conover1999", kind="book", authors=("Conover, William J.",), year=1999,
                  title="Practical Nonparametric Statistics", where="Wiley, 3rd edition"),
        Reference(key="cumming2012", kind="book", authors=("Cumming, Geoff",), year=2012,
                  title="Understanding the New Statistics: Effect Sizes, Confidence Intervals, and "
                  "Meta-Analysis", where="Routledge"),
        _article("derrac2011", "Derrac, Joaquín; García, Salvador; Molina, Daniel; "
                 "Herrera, Francisco", 2011,
                 "A Practical Tutorial on the Use of Nonparametric Statistical Tests as a "
                 "Methodology for Comparing Evolutionary and Swarm Intelligence Algorithms",
                 "Swarm and Evolutionary Computation", "1/1:3--18"),
        _article("dietterich1998", "Dietterich, Thomas G.", 1998,
                 "Approximate Statistical Tests for Comparing Supervised Classification Learning "
                 "Algorithms", "Neural Computation", "10/7:1895--1923"),
        _article("dixon1946", "Dixon, Wilfrid J.; Mood, Alexander M.", 1946,
                 "The Statistical Sign Test", _JASA, "41/236:557--566"),
        _article("doksum1967", "Doksum, Kjell", 1967,
                 "Robust Procedures for Some Linear Models with One Observation per Cell",
                 "The Annals of Mathematical Statistics", "38/3:878--883"),
        _article("dunnett1955", "Dunnett, Charles W.", 1955,
                 "A Multiple Comparison Procedure for Comparing Several Treatments with a Control",
                 _JASA, "50/272:1096--1121"),
        _article("durbin1951", "Durbin, James", 1951, "Incomplete Blocks in Ranking Experiments",
                 "British Journal of Statistical Psychology", "4/2:85--90"),
        _article("eisinga2017", "Eisinga, Rob; Heskes, Tom; Pelzer, Ben; Te Grotenhuis, Manfred",
                 2017, "Exact p-Values for Pairwise Comparison of Friedman Rank Sums, with "
                 "Application to Comparing Classifiers", "BMC Bioinformatics", "18:68"),
        _article("finner1993", "Finner, Helmut", 1993,
                 "On a Monotonicity Problem in Step-Down Multiple Test Procedures", _JASA,
                 "88/423:920--923"),
        Reference(key="fisher1935", kind="book", authors=("Fisher, Ronald A.",), year=1935,
                  title="The Design of Experiments", where="Oliver and Boyd"),
        _article("games1976", "Games, Paul A.; Howell, John F.", 1976,
                 "Pairwise Multiple Comparison Procedures with Unequal N's and/or Variances: A "
                 "Monte Carlo Study", "Journal of Educational Statistics", "1/2:113--125"),
        _article("garcia2010", "García, Salvador; Fernández, Alberto; Luengo, Julián; "
                 "Herrera, Francisco", 2010,
                 "Advanced Nonparametric Tests for Multiple Comparisons in the Design of "
                 "Experiments in Computational Intelligence and Data Mining: Experimental Analysis "
                 "of Power", "Information Sciences", "180/10:2044--2064"),
        _article("hedges1981", "Hedges, Larry V.", 1981,
                 "Distribution Theory for Glass's Estimator of Effect Size and Related Estimators",
                 "Journal of Educational Statistics", "6/2:107--128"),
        _article("hochberg1988", "Hochberg, Yosef", 1988,
                 "A Sharper Bonferroni Procedure for Multiple Tests of Significance", "Biometrika",
                 "75/4:800--802"),
        _article("hodges1962", "Hodges, Joseph L.; Lehmann, Erich L.", 1962,
                 "Rank Methods for Combination of Independent Experiments in Analysis of Variance",
                 "The Annals of Mathematical Statistics", "33/2:482--497"),
        _article("holland1987", "Holland, Burt S.; Copenhaver, Margaret DiPonzio", 1987,
                 "An Improved Sequentially Rejective Bonferroni Test Procedure", "Biometrics",
                 "43/2:417--423"),
        _article("hommel1988", "Hommel, Gerhard", 1988,
                 "A Stagewise Rejective Multiple Test Procedure Based on a Modified Bonferroni Test",
                 "Biometrika", "75/2:383--386"),
        Reference(key="iglewicz1993", kind="book", authors=("Iglewicz, Boris", "Hoaglin, David C."),
                  year=1993, title="How to Detect and Handle Outliers", where="ASQC Quality Press"),
        _article("janssen1997", "Janssen, Arnold", 1997,
                 "Studentized Permutation Tests for Non-i.i.d. Hypotheses and the Generalized "
                 "Behrens–Fisher Problem", "Statistics & Probability Letters", "36/1:9--21"),
        _article("kruskal1952", "Kruskal, William H.; Wallis, W. Allen", 1952,
                 "Use of Ranks in One-Criterion Variance Analysis", _JASA, "47/260:583--621"),
        _article("laird1982", "Laird, Nan M.; Ware, James H.", 1982,
                 "Random-Effects Models for Longitudinal Data", "Biometrics", "38/4:963--974"),
        Reference(key="levene1960", kind="inproceedings", authors=("Levene, Howard",), year=1960,
                  title="Robust Tests for Equality of Variances",
                  where="Contributions to Probability and Statistics, Stanford University Press",
                  pages="278--292"),
        _article("li2008", "Li, Jianjun (David)", 2008,
                 "A Two-Step Rejection Procedure for Testing Multiple Hypotheses",
                 "Journal of Statistical Planning and Inference", "138/6:1521--1527"),
        _article("mann1947", "Mann, Henry B.; Whitney, Donald R.", 1947,
                 "On a Test of Whether One of Two Random Variables is Stochastically Larger than "
                 "the Other", "The Annals of Mathematical Statistics", "18/1:50--60"),
        _article("mcgraw1992", "McGraw, Kenneth O.; Wong, S. P.", 1992,
                 "A Common Language Effect Size Statistic", "Psychological Bulletin",
                 "111/2:361--365"),
        _article("page1963", "Page, Ellis Batten", 1963,
                 "Ordered Hypotheses for Multiple Treatments: A Significance Test for Linear Ranks",
                 _JASA, "58/301:216--230"),
        _article("phipson2010", "Phipson, Belinda; Smyth, Gordon K.", 2010,
                 "Permutation P-Values Should Never Be Zero: Calculating Exact P-Values When "
                 "Permutations Are Randomly Drawn",
                 "Statistical Applications in Genetics and Molecular Biology", "9/1:39"),
        _article("quade1979", "Quade, Dana", 1979,
                 "Using Weighted Rankings in the Analysis of Complete Blocks with Additive Block "
                 "Effects", _JASA, "74/367:680--683"),
        _article("raschka2018", "Raschka, Sebastian", 2018,
                 "Model Evaluation, Model Selection, and Algorithm Selection in Machine Learning",
                 "arXiv", "1811.12808"),
        _article("rom1990", "Rom, Dror M.", 1990,
                 "A Sequentially Rejective Test Procedure Based on a Modified Bonferroni Inequality",
                 "Biometrika", "77/3:663--665"),
        Reference(key="romano2006", kind="inproceedings", authors=("Romano, Jeanine",
                  "Kromrey, Jeffrey D.", "Coraggio, Jesse", "Skowronek, Jeff"), year=2006,
                  title="Appropriate Statistics for Ordinal Level Data",
                  where="Annual Meeting of the Florida Association of Institutional Research"),
        _article("schuirmann1987", "Schuirmann, Donald J.", 1987,
                 "A Comparison of the Two One-Sided Tests Procedure and the Power Approach for "
                 "Assessing the Equivalence of Average Bioavailability",
                 "Journal of Pharmacokinetics and Biopharmaceutics", "15/6:657--680"),
        _article("searle1980", "Searle, Shayle R.; Speed, F. Michael; Milliken, George A.", 1980,
                 "Population Marginal Means in the Linear Model: An Alternative to Least Squares "
                 "Means", "The American Statistician", "34/4:216--221"),
        _article("shaffer1986", "Shaffer, Juliet Popper", 1986,
                 "Modified Sequentially Rejective Multiple Test Procedures", _JASA,
                 "81/395:826--831"),
        _article("shapiro1965", "Shapiro, Samuel S.; Wilk, Martin B.", 1965,
                 "An Analysis of Variance Test for Normality (Complete Samples)", "Biometrika",
                 "52/3--4:591--611"),
        _article("sidak1967", "Šidák, Zbyněk", 1967,
                 "Rectangular Confidence Regions for the Means of Multivariate Normal "
                 "Distributions", _JASA, "62/318:626--633"),
        _article("skillings1981", "Skillings, John H.; Mack, Gregory A.", 1981,
                 "On the Use of a Friedman-Type Statistic in Balanced and Unbalanced Block Designs",
                 "Technometrics", "23/2:171--177"),
        _article("student1908", "Student", 1908, "The Probable Error of a Mean", "Biometrika",
                 "6/1:1--25"),
        _article("vargha2000", "Vargha, András; Delaney, Harold D.", 2000,
                 "A Critique and Improvement of the CL Common Language Effect Size Statistics of "
                 "McGraw and Wong", "Journal of Educational and Behavioral Statistics",
                 "25/2:101--132"),
        Reference(key="wellek2010", kind="book", authors=("Wellek, Stefan",), year=2010,
                  title="Testing Statistical Hypotheses of Equivalence and Noninferiority",
                  where="CRC Press, 2nd edition"),
        _article("welch1947", "Welch, Bernard L.", 1947,
                 "The Generalization of 'Student's' Problem when Several Different Population "
                 "Variances are Involved", "Biometrika", "34/1--2:28--35"),
        _article("welch1951", "Welch, Bernard L.", 1951,
                 "On the Comparison of Several Mean Values: An Alternative Approach", "Biometrika",
                 "38/3--4:330--336"),
        _article("westfall2014", "Westfall, Jacob; Kenny, David A.; Judd, Charles M.", 2014,
                 "Statistical Power and Optimal Design in Experiments in Which Samples of "
                 "Participants Respond to Samples of Stimuli",
                 "Journal of Experimental Psychology: General", "143/5:2020--2045"),
        _article("bhapkar1966", "Bhapkar, Vasant P.", 1966,
                 "A Note on the Equivalence of Two Test Criteria for Hypotheses in Categorical Data",
                 _JASA, "61/313:228--235"),
        _article("cochran1950", "Cochran, William G.", 1950,
                 "The Comparison of Percentages in Matched Samples", "Biometrika",
                 "37/3--4:256--266"),
        _article("cohen1960", "Cohen, Jacob", 1960,
                 "A Coefficient of Agreement for Nominal Scales",
                 "Educational and Psychological Measurement", "20/1:37--46"),
        _article("delong1988", "DeLong, Elizabeth R.; DeLong, David M.; Clarke-Pearson, Daniel L.",
                 1988, "Comparing the Areas under Two or More Correlated Receiver Operating "
                 "Characteristic Curves: A Nonparametric Approach", "Biometrics", "44/3:837--845"),
        _article("fagerland2013", "Fagerland, Morten W.; Lydersen, Stian; Laake, Petter", 2013,
                 "The McNemar Test for Binary Matched-Pairs Data: Mid-p and Asymptotic Are Better "
                 "than Exact Conditional", "BMC Medical Research Methodology", "13:91"),
        _article("looney1988", "Looney, Stephen W.", 1988,
                 "A Statistical Technique for Comparing the Accuracies of Several Classifiers",
                 "Pattern Recognition Letters", "8/1:5--9"),
        _article("maxwell1970", "Maxwell, Albert E.", 1970,
                 "Comparing the Classification of Subjects by Two Independent Judges",
                 "British Journal of Psychiatry", "116/535:651--655"),
        _article("mcnemar1947", "McNemar, Quinn", 1947,
                 "Note on the Sampling Error of the Difference between Correlated Proportions or "
                 "Percentages", "Psychometrika", "12/2:153--157"),
        _article("newcombe1998", "Newcombe, Robert G.", 1998,
                 "Improved Confidence Intervals for the Difference between Binomial Proportions Based "
                 "on Paired Data", "Statistics in Medicine", "17/22:2635--2650"),
        _article("serlin1982", "Serlin, Ronald C.; Carr, James; Marascuilo, Leonard A.", 1982,
                 "A Measure of Association for Selected Nonparametric Procedures",
                 "Psychological Bulletin", "92/3:786--790"),
        _article("stuart1955", "Stuart, Alan", 1955,
                 "A Test for Homogeneity of the Marginal Distributions in a Two-Way Classification",
                 "Biometrika", "42/3--4:412--416"),
        _article("sun2014", "Sun, Xu; Xu, Weichao", 2014,
                 "Fast Implementation of DeLong's Algorithm for Comparing the Areas under Correlated "
                 "Receiver Operating Characteristic Curves", "IEEE Signal Processing Letters",
                 "21/11:1389--1393"),
        Reference(key="breiman1984", kind="book",
                  authors=("Breiman, Leo", "Friedman, Jerome H.", "Olshen, Richard A.",
                           "Stone, Charles J."),
                  year=1984, title="Classification and Regression Trees", where="Wadsworth"),
        Reference(key="hastie2009", kind="book",
                  authors=("Hastie, Trevor", "Tibshirani, Robert", "Friedman, Jerome"), year=2009,
                  title="The Elements of Statistical Learning", where="Springer"),
        Reference(key="grissom2012", kind="book", authors=("Grissom, Robert J.", "Kim, John J."),
                  year=2012, title="Effect Sizes for Research", where="Routledge"),
    )
}  # fmt: skip


def bibtex(keys: tuple[str, ...]) -> str:
    """Return the BibTeX entries of the given keys, in alphabetical order, each once.

    >>> print(bibtex(("wilcoxon1945",)).splitlines()[0])
    @article{wilcoxon1945,
    """
    return "\n\n".join(BIBLIOGRAPHY[key].bibtex for key in sorted(set(keys)))
