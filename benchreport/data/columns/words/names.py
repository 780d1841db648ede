"""What the name of a column says about its role."""

import re
from collections.abc import Hashable, Iterable
from enum import IntEnum
from functools import lru_cache

# names that say a role on their own
KNOWN_NAMES = {
    "algorithm": """algorithm method model learner classifier estimator solver system optimizer
        optimiser algo""".split(),
    "dataset": "dataset data_set task problem instance".split(),
    "repeat": "fold seed run repeat repetition split".split(),
    "truth": "y_true truth target label true_label gold ground_truth y_test actual".split(),
    "prediction": "prediction predicted y_pred pred predicted_label".split(),
    "probability": "probability proba prob y_prob y_score y_proba confidence".split(),
    "example": """example sample example_id sample_id item item_id id query query_id qid question
        question_id instance_id problem_id prompt_id questao_id questão_id pregunta_id frage_id""".split(),
    "cluster": """cluster cluster_id passage passage_id group group_id template template_id context
        context_id document document_id doc doc_id docid repository repository_id repo repo_id subject
        subject_id patient patient_id language topic topic_id speaker speaker_id author author_id user
        user_id video video_id article article_id paragraph paragraph_id story story_id book book_id
        unique_id series series_id
        conversation conversation_id dialogue dialogue_id session session_id site site_id""".split(),
    "weight": "weight sample_weight".split(),
    "correct": """correct is_correct resolved is_resolved passed is_solved acertou acerto correto
        correcto richtig corretto""".split(),
    "item": "item item_id document document_id doc doc_id docid passage".split(),
    "rank": "rank position".split(),
    "log_probability": "log_probability log_prob logprob log_likelihood loglikelihood".split(),
    "step": """step steps epoch epochs time budget evaluation evaluations n_evaluations iteration
        iterations iter train_size training_size timestep timesteps time_step time_steps total_timesteps
        num_timesteps global_step global_steps env_step env_steps training_step training_steps""".split(),
    "train": "train train_score training_score".split(),
    "validation": "validation val valid validation_score val_score valid_score".split(),
    "tokens": "tokens n_tokens num_tokens token_count".split(),
    "metric": "metric measure scorer".split(),
}
# words of single fields: the content of the column must agree
FIELD_NAMES = {
    "algorithm": """framework name agent policy implementation impl library lib tool variant approach
        technique functional
        engine backend baseline strategy configuration config architecture arch backbone network net
        llm lm submission team participant entry competitor regressor clusterer clustering forecaster ranker
        recommender retriever detector generator encoder embedding embedder pipeline compiler package
        software program heuristic sampler searcher tuner predictor imputer transformer code codec structure
        data_structure metaheuristic metaheurística
        database db store format language_model candidate contestant player bot author
        player_name alg techniques procedure scheme setup experiment kernel crate compressor
        solution command cmd expr runid run_tag compression_method lib_name flow flow_name
        wflow workflow estrutura estructura configuracao configuração configuracion configuración
        configurazione konfiguration estrategia estratégia stratégie strategia strategie tecnica técnica
        ferramenta herramienta outil werkzeug biblioteca bibliothek bibliothèque agente heuristica heurística
        heuristique heuristik abordagem enfoque ansatz""".split(),
    "dataset": """benchmark data environment env game corpus domain function func scenario test_file file
        filename collection workload testset test_set series track subtask subset case scene graph
        matrix query test tid did data_id dgp design map level suite language lang topic site sequence puzzle
        lenguaje linguagem video image subject patient user station market ticker db dset ds datasets
        data_name input qid query_id topic_id
        question questions query_number fixture formula netlist circuit cell_line tissue organ
        target_dataset archivo arquivo fichier datei funzione fonction função función funktion cenario cenário
        escenario scénario szenario ambiente umgebung""".split(),
    "repeat": """resample trial replicate replication rep cv_fold draw attempt random_state restart shuffle
        partition cv resampling rseed rng_seed iteration_id it sim simulation bag bootstrap
        invocation invocation_id execution judge judge_id judge_model rater rater_id annotator annotator_id
        grader repeticao repetição repeticion repetición répétition ripetizione wiederholung tentativa intento
        powtorzenie powtórzenie opakování tekrar deneme повтор запуск
        essai versuch semilla semente ejecucion ejecución execucao execução
        种子 随机种子 折 シード 시드""".split(),
    "metric": """metrics scoring evaluation_measure eval_metric indicator criterion statistic quantity métrica
        metrica métrique metrique metrik kennzahl 指标 指標 지표""".split(),
}
# what algorithms and datasets are called in other languages, also beside other words: arquivo_instancia
TRANSLATED = {
    "algorithm": """algoritmo algoritmos algorithme algorithmus algoritme metodo método méthode methode modelo
        algorytm algoritma algoritmus algoritm algoritmi metoda metode metod yöntem алгоритм метод модель
        αλγόριθμος modello modèle modele modell verfahren
        clasificador classificador classificatore klassifikator
        模型 算法 方法 模型名称 算法名称 方法名称 モデル 手法 アルゴリズム 모델 알고리즘""".split(),
    "dataset": """instancia instância istanza instanz datensatz problema problème tarefa tarea tâche aufgabe
        instancja zadanie úloha görev feladat задача датасет
        数据集 数据集名称 任务 データセット タスク 데이터셋""".split(),
}
# a column of methods or tasks names them; one of runs or folds counts them
PLURALS = ("algorithm", "dataset")
# how often a program was built, started, and measured while it ran
LEVELS = (
    ("build", "compilation"),
    ("invocation", "fork", "process", "execution"),
    ("iteration", "iter"),
)
# words at the end of a name that change nothing: classifier_name, fold_number
_ENDINGS = frozenset(
    "name names id ids label key no nr number num index idx title nome nombre nom".split()
)
# a count or a summary is neither a name nor a number of a repeat: n_folds, best_model
_COUNTS = frozenset(
    """n num number count nb no total max min mean avg average median std per best worst first last
    size time loss score acc rate is has use with of tamanho tamaño tamano dimensione taille anzahl numero
    número quantidade cantidad tempo tiempo temps taxa custo costo melhor mejor""".split()
)
PARTS_OF_DATA = frozenset("train training test testing val valid validation dev".split())
# nouns such as compressor and planner name what is compared; these do not
_AGENT = re.compile(r"\w{3,}(?:er|or)")
_NO_AGENTS = frozenset(
    """number order answer parameter layer paper user speaker folder cluster error server center centre
    character letter quarter factor vector tensor sensor color author sector other counter header filter power
    identifier operator descriptor river water weather summer winter monitor motor year_quarter
    integer pointer buffer register router customer member winner cancer""".split()
)


class Strength(IntEnum):
    """How clearly a name says a role."""

    NONE = 0
    AGENT = 1  # a noun such as compressor
    FIELD = 2
    ALIKE = 3
    KNOWN = 4
    EXACT = 5


def words_of(name: Hashable) -> list[str]:
    """Split a name into lower-case words.

    >>> words_of("ClassifierName"), words_of("test file"), words_of("#wins")
    (['classifier', 'name'], ['test', 'file'], ['wins'])
    >>> words_of("DPCost"), words_of("SpeedMBs"), words_of("LLMs")
    (['dp', 'cost'], ['speed', 'mbs'], ['llms'])
    """
    return list(_words(str(name)))


@lru_cache(maxsize=2**17)
def _words(name: str) -> tuple[str, ...]:
    snake = re.sub(
        r"(?<=[a-z0-9])(?=[A-Z][a-z]|[KMG]i?Bp?s?$)|(?<=[A-Z]{2})(?=[A-Z][a-z]{2})", "_", name
    )
    return tuple(word for word in re.split(r"[\W_]+", snake.casefold()) if word)


def strength_of(name: Hashable, role: str) -> Strength:
    """Tell how clearly a column's name says a role.

    >>> [strength_of(name, "algorithm").name for name in ("Algorithm", "model", "classifier_name")]
    ['EXACT', 'KNOWN', 'ALIKE']
    >>> [strength_of(name, "algorithm").name for name in ("framework", "Methods", "n_models")]
    ['FIELD', 'FIELD', 'NONE']
    """
    return _strength(str(name), role)


@lru_cache(maxsize=2**17)
def _strength(name: str, role: str) -> Strength:
    if name.casefold() in (role, *KNOWN_NAMES[role]):
        return Strength.EXACT if name.casefold() == role else Strength.KNOWN
    if role not in FIELD_NAMES:
        return Strength.NONE
    # the first part of: model/adapter, method (short); Cost/task names no task
    first = re.split(r"[/(\[,:|]", name)[0]
    parts = (first,) if "/" in name else (name, first)
    return max(_strength_of_words(words_of(part), role) for part in parts)


def _strength_of_words(words: list[str], role: str) -> Strength:
    base = list(words)
    while len(base) > 1 and base[-1] in _ENDINGS:
        base.pop()
    whole = {"_".join(words), "_".join(base)}
    if whole & set(KNOWN_NAMES[role]):
        return Strength.ALIKE
    singular = {name.removesuffix("s") for name in whole} & set(KNOWN_NAMES[role])
    translated = TRANSLATED.get(role, ())
    if whole & {*FIELD_NAMES[role], *translated} or (singular and role in PLURALS):
        return Strength.FIELD
    if not base or set(base[:-1]) & _COUNTS:
        return Strength.NONE
    if {base[-1], "_".join(base[-2:])} & set(KNOWN_NAMES[role]):
        return Strength.ALIKE
    if base[-1] in translated:
        return Strength.FIELD
    agent = role == "algorithm" and _AGENT.fullmatch(base[-1]) and base[-1] not in _NO_AGENTS
    return Strength.AGENT if agent else Strength.NONE


def speak_of_parts(names: Iterable[Hashable]) -> bool:
    """Tell whether each name has a word of parts of the data, and so names no algorithm.

    >>> speak_of_parts(["Validation Set / Left", "Test Set / Left"]), speak_of_parts(["test", "svm"])
    (True, False)
    """
    return all(PARTS_OF_DATA & {*words_of(name)} for name in names)


def kind_of_repeat(name: Hashable) -> str:
    """Return what a column of repeats numbers, where its name says it: the outer fold is a fold.

    >>> [kind_of_repeat(name) for name in ("Fold", "outer_fold", "random_seed", "run #", "trial")]
    ['fold', 'fold', 'seed', 'run', 'trial']
    """
    words = words_of(name)
    if words[:1] == ["run"] and _ENDINGS.issuperset(words[1:]):
        return "run"
    kinds = [kind for kind in ("fold", "seed") if kind in words]
    return kinds[0] if len(kinds) == 1 else str(name).casefold()


def is_called(name: Hashable, *roles: str) -> bool:
    """Tell whether a column has a usual name of one of the roles."""
    return not _usual_roles(str(name)).isdisjoint(roles)


@lru_cache(maxsize=2**17)
def _usual_roles(name: str) -> frozenset[str]:
    folded = name.casefold()
    return frozenset(role for role, names in KNOWN_NAMES.items() if folded in names)


def name_levels(names: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """Return the columns of repeats within repeats, outermost first; none without iterations in invocations.

    >>> name_levels(["vm", "iteration", "fork", "ms"]), name_levels(["solver", "iteration", "loss"])
    (('fork', 'iteration'), ())
    """
    folded = {str(name).casefold(): name for name in names}
    found = [[folded[name] for name in level if name in folded] for level in LEVELS]
    return tuple(name for level in found for name in level) if all(found[1:]) else ()
