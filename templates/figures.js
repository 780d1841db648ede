// Figures that are saved and whose numbers are shown.

const MOST_NUMBERS = 500;

function bytesOf(url) {
  const [head, ...rest] = url.split(",");
  if (!head.endsWith(";base64")) return new TextEncoder().encode(decodeURIComponent(rest.join(",")));
  const text = atob(rest.join(","));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

function tableOf([heads, ...rows]) {
  const cell = (tag, text, scope) => make(tag, scope ? { textContent: text, scope } : { textContent: text });
  const line = (row) => make("tr", {}, ...row.map((text, place) =>
    (place ? cell("td", text) : cell("th", text, "row"))));
  const numeric = heads.map((_, column) =>
    column > 0 && rows.every((row) => row[column] === "" || numbersOf(row[column]) !== null));
  const table = make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((text) => cell("th", text, "col")))),
    make("tbody", {}, ...rows.map(line)));
  for (const row of table.rows) {
    [...row.cells].forEach((each, column) => each.classList.toggle("number", numeric[column]));
  }
  return table;
}

// The numbers drawn as a table, made when it is first asked for.
function numbers(figure, link) {
  const box = make("details", { className: "numbers" },
    make("summary", { textContent: "Numbers in this figure" }));
  box.addEventListener("toggle", () => {
    if (!box.open || box.querySelector("table")) return;
    const rows = rowsOfCsv(new TextDecoder().decode(bytesOf(link.href)));
    const left = rows.length - 1 - MOST_NUMBERS;
    const scroll = make("div", { className: "scroll", tabIndex: 0 },
      tableOf(rows.slice(0, MOST_NUMBERS + 1)));
    scroll.setAttribute("role", "group");
    scroll.setAttribute("aria-label", "Numbers in this figure");
    const table = make("figure", { className: "table", id: `${figure.id}-numbers` }, scroll);
    const more = `The first ${MOST_NUMBERS} of ${rows.length - 1} rows; the download has all.`;
    if (left > 0) table.prepend(make("figcaption", { textContent: more }));
    box.append(table);
    enhanceTable(table);
  });
  return box;
}

// The wide drawing at twice its size on the screen, on white, as most papers and slides are.
async function savePng(url, name) {
  const image = make("img", { src: url });
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  save(name, canvas.toDataURL("image/png"));
}

function enhanceFigure(figure) {
  enhanceHover(figure);
  const image = figure.querySelector("img");
  const link = figure.querySelector("a.data");
  const name = (figure.dataset.name || "figure.csv").replace(/\.csv$/, ".svg");
  const tools = make("div", { className: "tools" },
    button("Download SVG", () => save(name, image.src)),
    button("Download PNG", () => savePng(image.src, name.replace(/\.svg$/, ".png"))));
  if (link) {
    link.classList.add("tool");
    link.textContent = "Download CSV";
    tools.append(link);
  }
  tools.append(...linked(figure, "figure"));
  if (link) tools.append(numbers(figure, link));
  figure.append(tools);
}
