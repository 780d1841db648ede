// An algorithm that the reader chooses is marked in every table and figure; a second click ends it.

// longest first, so that a name within a longer one is not taken for it
const ALGORITHMS = JSON.parse(document.querySelector("main").dataset.algorithms || "[]")
  .sort((first, second) => second.length - first.length);
const MARKED = [];
const chosen = { name: null };

// The algorithms that a text names as whole words.
function namesIn(text) {
  let rest = text;
  return ALGORITHMS.filter((name) => {
    const parts = rest.split(name);
    const isWord = (place) =>
      !/[\p{L}\p{N}_]$/u.test(parts[place - 1]) && !/^[\p{L}\p{N}_]/u.test(parts[place]);
    const found = parts.some((_, place) => place > 0 && isWord(place));
    if (found) rest = parts.join("\n");
    return found;
  });
}

function choose(name) {
  chosen.name = chosen.name === name ? null : name;
  MARKED.forEach((mark) => mark(chosen.name));
}

// Names in a table become buttons, and rows that name the chosen algorithm are marked.
function selectable(table) {
  for (const row of table.tBodies[0].rows) {
    const cells = [...row.cells].filter((cell) => ALGORITHMS.includes(cell.textContent.trim()));
    const names = new Set([...cells.map((cell) => cell.textContent.trim()),
      ...namesIn(row.cells[0].textContent)]);
    const picks = cells.map((cell) => {
      const pick = button("", () => choose(pick.textContent.trim()), "pick");
      pick.append(...cell.childNodes);
      cell.append(pick);
      return pick;
    });
    if (!names.size) continue;
    MARKED.push((name) => {
      row.classList.toggle("chosen", names.has(name));
      picks.forEach((pick) => pick.setAttribute("aria-pressed", pick.textContent.trim() === name));
    });
    picks.forEach((pick) => pick.setAttribute("aria-pressed", "false"));
  }
}

// Rings around the marks of the chosen algorithm, as far as the figure's texts name it.
function ringed(image, shown, narrow) {
  const layer = make("div", { className: "rings" });
  image.after(layer);
  const fit = () => Object.assign(layer.style, {
    left: `${image.offsetLeft}px`, top: `${image.offsetTop}px`,
    width: `${image.offsetWidth}px`, height: `${image.offsetHeight}px`,
  });
  new ResizeObserver(fit).observe(image);
  const mark = (name) => {
    const own = name === null ? [] : shown().filter((point) => namesIn(point[2]).includes(name));
    layer.replaceChildren(...own.map(([left, top]) => {
      const ring = make("span", { className: "ring" });
      Object.assign(ring.style, { left: `${100 * left}%`, top: `${100 * top}%` });
      return ring;
    }));
  };
  MARKED.push(mark);
  narrow.addEventListener("change", () => mark(chosen.name));
}

// What is chosen, in reach wherever the page is scrolled to; Escape ends it too.
function announced() {
  const end = button("", () => choose(chosen.name), "tool end");
  const box = make("div", { className: "choice" }, end);
  box.setAttribute("role", "status");
  end.hidden = true;
  MARKED.push((name) => {
    end.hidden = name === null;
    end.textContent = name === null ? "" : `Marked: ${name} ×`;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen.name !== null) choose(chosen.name);
  });
  document.querySelector("main").append(box);
}
