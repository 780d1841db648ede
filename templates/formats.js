// Rows of text as CSV, as LaTeX, and as keys to sort by.

const NUMBER = /(^|[^\d.])([-+]?(?:∞|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?))/g;
// "3 of 3" and "0.2 small" go by their numbers, "1-NN" and "2026-01-31" are names
const LEADING = /^[<>≤≥[(]?\s*[-+]?(?:∞|\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?![\w.-])/;
const EMPTY = new Set(["", "–", "-", "nan"]);
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// "−1.5 × 10⁻⁹" is what a computer writes as -1.5e-9
function plain(text) {
  return text
    .trim()
    .replaceAll("−", "-")
    .replace(/\s*×\s*10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, power) =>
      `e${[...power].map((sign) => (sign === "⁻" ? "-" : SUPERSCRIPTS.indexOf(sign))).join("")}`);
}

// All numbers of a cell, null where it does not begin with one: "[a, b]" goes by a, then by b.
function numbersOf(text) {
  const bare = plain(text);
  if (!LEADING.test(bare)) return null;
  const found = [...bare.matchAll(NUMBER)].map(([, , sign]) => Number(sign.replace("∞", "Infinity")));
  // "< .001" comes before a .001 that was measured
  if (bare.startsWith("<")) found[0] -= Math.abs(found[0]) * 1e-9;
  return found;
}

function compareNumbers(first, second) {
  for (let place = 0; place < Math.min(first.length, second.length); place += 1) {
    if (first[place] !== second[place]) return first[place] < second[place] ? -1 : 1;
  }
  return first.length - second.length;
}

// The order of rows by the texts of one column; ties keep theirs, empty cells come last either way.
function sortedPlaces(texts, direction) {
  const isEmpty = (text) => EMPTY.has(text.trim().toLowerCase());
  const numeric = texts.every((text) => isEmpty(text) || numbersOf(text) !== null);
  const collator = new Intl.Collator("en", { numeric: true });
  const keys = texts.map((text) => (isEmpty(text) ? null : numeric ? numbersOf(text) : text));
  const compare = numeric ? compareNumbers : collator.compare;
  return texts.map((_, place) => place).sort((first, second) => {
    if (keys[first] === null || keys[second] === null) {
      return Number(keys[first] === null) - Number(keys[second] === null);
    }
    return direction * compare(keys[first], keys[second]);
  });
}

// A cell of a CSV file that no spreadsheet takes for a formula; numbers stay numbers. As results/csv_text.py.
const WITHIN = /([\r\n\v\f\x1c-\x1e\x85\u2028\u2029;\t])(?=[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\"']*[=+\-@＝＋－＠])/g;
const FIRST = /^(?=[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\"']*[=+\-@＝＋－＠]|[\t\r\n])/;
const QUOTED = /[\",\r\n\v\f\x1c-\x1e\x85\u2028\u2029;\t]|^\s|\s$/;

function csvCell(text) {
  const number = plain(text);
  if (number !== "" && Number.isFinite(Number(number))) return number;
  const safe = text.replace(WITHIN, "$1'").replace(FIRST, "'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvOf(rows) {
  return `${rows.map((row) => row.map((cell) => csvCell(cell.text)).join(",")).join("\n")}\n`;
}

function rowsOfCsv(text) {
  const rows = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}

function markdownOf([heads, ...rows], numeric) {
  const cell = ({ text, strong }) => {
    const safe = text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|~$#]/g, "\\$&");
    return strong ? `**${safe}**` : safe;
  };
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = numeric.map((each) => (each ? "--:" : ":--"));
  return [heads.map(cell), rule, ...rows.map((row) => row.map(cell))].map(line).join("\n") + "\n";
}

const TEX = {
  "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", $: "\\$", "&": "\\&", "#": "\\#", _: "\\_",
  "%": "\\%", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}",
  ">": "\\textgreater{}", "|": "\\textbar{}", '"': "\\textquotedbl{}", "−": "$-$", "±": "$\\pm$",
  "×": "$\\times$", "∞": "$\\infty$", "≤": "$\\leq$", "≥": "$\\geq$", "≈": "$\\approx$",
  "→": "$\\rightarrow$", "α": "$\\alpha$", "δ": "$\\delta$", "Δ": "$\\Delta$", "ε": "$\\varepsilon$",
  "η": "$\\eta$", "κ": "$\\kappa$", "λ": "$\\lambda$", "ρ": "$\\rho$", "σ": "$\\sigma$",
  "τ": "$\\tau$", "χ": "$\\chi$", "ω": "$\\omega$", "²": "$^2$", "√": "$\\surd$", "…": "\\ldots{}",
};

function texText(text) {
  const power = (found) =>
    `$^{${[...found].map((sign) => (sign === "⁻" ? "-" : SUPERSCRIPTS.indexOf(sign))).join("")}}$`;
  return [...text.replace(/\s+/g, " ").trim()]
    .map((sign) => TEX[sign] ?? sign)
    .join("")
    .replace(/[⁻⁰¹³⁴⁵⁶⁷⁸⁹]+/g, power);
}

// A brace keeps "[0.1, 0.2]" at a line's start from being an option of the "\\" before it.
function texCell({ text, strong }) {
  const written = texText(text);
  const guarded = /^[[*]/.test(written) ? `{${written}}` : written;
  return strong ? `\\textbf{${written}}` : guarded;
}

function latexOf(rows, numeric, caption) {
  const lines = rows.map((row) => `${row.map(texCell).join(" & ")} \\\\`);
  return [
    "% \\usepackage{booktabs}",
    "\\begin{table}",
    "\\centering",
    ...(caption ? [`\\caption{${texText(caption)}}`] : []),
    `\\begin{tabular}{${numeric.map((each) => (each ? "r" : "l")).join("")}}`,
    "\\toprule",
    lines[0],
    "\\midrule",
    ...lines.slice(1),
    "\\bottomrule",
    "\\end{tabular}",
    "\\end{table}",
    "",
  ].join("\n");
}
