// Tables that are sorted, filtered, unfolded, copied and saved.

const MANY_ROWS = 12;
const FOLDED_FROM = 15;
const SHOWN = 10;

// A control of the page, which is not there without this script.
function button(label, act, className = "tool") {
  const node = make("button", { type: "button", className, textContent: label });
  node.addEventListener("click", () => act(node));
  return node;
}

function caption(figure) {
  return figure.querySelector(":scope > figcaption")?.textContent.trim() ?? "";
}

// Sort buttons in the heads; the third click brings the first order back.
function sortable(table, changed) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  if (rows.length < 2) return;
  heads.forEach((head, column) => {
    const sort = button("", () => {
      const before = head.getAttribute("aria-sort");
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      const next = { null: "ascending", ascending: "descending" }[before];
      if (next) head.setAttribute("aria-sort", next);
      const texts = rows.map((row) => textOf(row.cells[column]));
      const places = next ? sortedPlaces(texts, next === "ascending" ? 1 : -1) : rows.keys();
      body.append(...[...places].map((place) => rows[place]));
      changed();
    }, "sort");
    sort.append(...head.childNodes);
    head.append(sort);
  });
}

// A choice of the column that the filter reads.
function columnsOf(table, label) {
  const heads = [...table.tHead.rows[0].cells].map(textOf);
  const choice = make("select", { className: "filter" },
    make("option", { value: "", textContent: "in all columns" }),
    ...heads.map((head, place) => make("option", { value: place, textContent: `in ${head}` })));
  choice.setAttribute("aria-label", `${label}: columns`);
  return choice;
}

// What is seen of a long table: its first rows until it is unfolded, all that match the filter.
function limited(table, figure, said) {
  const rows = [...table.tBodies[0].rows];
  const state = { words: "", column: "", open: rows.length <= FOLDED_FROM };
  const searched = (row) => (state.column === "" ? row : row.cells[state.column]).textContent;
  const more = button("", () => {
    state.open = !state.open;
    show();
  }, "tool more");
  function show() {
    let place = 0;
    for (const row of table.tBodies[0].rows) {
      row.hidden = !searched(row).toLowerCase().includes(state.words);
      if (!row.hidden) place += 1;
      row.classList.toggle("folded", !state.open && !state.words && place > SHOWN);
    }
    more.textContent = state.open
      ? `Show the first rows (${SHOWN})`
      : `Show all rows (${rows.length})`;
    more.setAttribute("aria-expanded", String(state.open));
    more.hidden = state.words !== "";
    said.textContent = state.words ? `${place} of ${rows.length} rows` : "";
  }
  if (rows.length > MANY_ROWS) {
    const label = `Filter the rows of ${caption(figure) || "this table"}`;
    const box = make("input", { type: "search", className: "filter", placeholder: "Filter rows" });
    box.setAttribute("aria-label", label);
    box.addEventListener("input", () => {
      state.words = box.value.trim().toLowerCase();
      show();
    });
    const column = columnsOf(table, label);
    column.addEventListener("change", () => {
      state.column = column.value;
      show();
    });
    figure.querySelector(".scroll").before(make("div", { className: "search" }, box, column));
  }
  if (!state.open) figure.querySelector(".scroll").after(more);
  show();
  return show;
}

// What a cell says: a picture in it repeats its numbers.
function textOf(cell) {
  const bare = cell.cloneNode(true);
  bare.querySelectorAll("svg").forEach((picture) => picture.remove());
  return bare.textContent.trim();
}

// The heads and the rows that match the filter, in the order they are seen.
function contentsOf(table) {
  const seen = [...table.rows].filter((row) => !row.hidden);
  return seen.map((row) =>
    [...row.cells].map((cell) => ({
      text: textOf(cell),
      strong: cell.querySelector("strong") !== null,
    })));
}

function exported(table, figure, said) {
  const numeric = [...table.tHead.rows[0].cells].map((head) => head.classList.contains("number"));
  const name = `${figure.id || "table"}.csv`;
  const told = (what) => (done) => {
    said.textContent = done
      ? `Copied as ${what}`
      : "This browser does not copy; download instead";
  };
  return [
    button("Copy as CSV", () => copy(csvOf(contentsOf(table))).then(told("CSV"))),
    button("Copy as LaTeX", () =>
      copy(latexOf(contentsOf(table), numeric, caption(figure))).then(told("LaTeX"))),
    button("Copy as Markdown", () =>
      copy(markdownOf(contentsOf(table), numeric)).then(told("Markdown"))),
    button("Download CSV", () =>
      save(name, `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(contentsOf(table)))}`)),
  ];
}

// An address of a table or figure; what the page adds later has none.
function linked(figure, what) {
  if (figure.parentElement.classList.contains("numbers")) return [];
  return [make("a", { className: "tool", href: `#${figure.id}`, textContent: `Link to this ${what}` })];
}

function enhanceTable(figure) {
  const table = figure.querySelector("table");
  const said = make("span", { className: "said" });
  said.setAttribute("role", "status");
  const tools = make("div", { className: "tools" });
  tools.append(...exported(table, figure, said), ...linked(figure, "table"), said);
  figure.append(tools);
  sortable(table, limited(table, figure, said));
  selectable(table);
}
