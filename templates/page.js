// What the page can do beyond being read. Nothing is fetched, nothing is kept.

function make(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function save(name, url) {
  make("a", { href: url, download: name }).click();
}

// Old browsers, and frames without leave for the clipboard, copy what is selected.
function copySelected(text) {
  const box = make("textarea", { value: text, className: "offscreen", readOnly: true });
  const before = document.activeElement;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  before?.focus();
  return done;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copyable(code) {
  const said = make("span", { className: "said" });
  said.setAttribute("role", "status");
  const text = code.querySelector("pre").textContent;
  const act = () => copy(text).then((done) => {
    said.textContent = done ? "Copied" : "This browser does not copy";
  });
  code.append(make("div", { className: "tools" }, button("Copy", act), said));
}

// The dark rules follow the system until the reader chooses; the choice lasts as long as the page.
function themes() {
  const rules = [...document.querySelector("style").sheet.cssRules];
  const dark = rules.find((rule) => rule.media?.mediaText.includes("prefers-color-scheme"));
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const isDark = () => chosen ?? system.matches;
  const toggle = button("", () => {
    chosen = !isDark();
    dark.media.mediaText = chosen ? "screen" : "not all";
    name();
  }, "tool theme");
  function name() {
    toggle.textContent = isDark() ? "Light colours" : "Dark colours";
  }
  system.addEventListener("change", name);
  name();
  document.querySelector(".controls").append(toggle);
}

// Mark in the contents which section is read; without a root of their own frames have no margins.
function follow() {
  const links = new Map([...document.querySelectorAll(".contents a")]
    .map((link) => [link.hash.slice(1), link]));
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        links.forEach((link) => link.removeAttribute("aria-current"));
        links.get(target.id)?.setAttribute("aria-current", "true");
      }
    }
  }, { root: document, rootMargin: "-15% 0px -80% 0px" });
  document.querySelectorAll("main > section").forEach((section) => watch.observe(section));
  // nobody needs a way back to the list that is in sight
  const back = document.querySelector(".back");
  new IntersectionObserver(([list]) => { back.hidden = list.isIntersecting; })
    .observe(document.querySelector(".contents"));
}

// Paper has no way to open what is closed.
function opened() {
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((each) => { each.open = true; });
  });
  window.addEventListener("afterprint", () => closed.forEach((each) => { each.open = false; }));
}

// Every figure and table and each file of the page, numbered in the page's order.
function filesOfPage() {
  const files = [];
  document.querySelectorAll("figure.plot, figure.table, .download a").forEach((node) => {
    const stem = `${String(files.length + 1).padStart(2, "0")}-`;
    const image = node.querySelector("img");
    const data = node.querySelector("a.data");
    if (node.matches("a")) files.push([stem + node.download, bytesOf(node.href)]);
    else if (image) {
      const name = stem + (node.dataset.name || "figure.csv");
      files.push([name.replace(/\.csv$/, ".svg"), bytesOf(image.src)]);
      if (data) files.push([name, bytesOf(data.href)]);
    } else if (!node.closest(".numbers")) {
      const text = csvOf(contentsOf(node.querySelector("table")));
      files.push([`${stem}${node.id || "table"}.csv`, new TextEncoder().encode(text)]);
    }
  });
  return files;
}

function archived() {
  if (!document.querySelector("figure, .download")) return;
  const act = () => {
    const url = URL.createObjectURL(new Blob(zipOf(filesOfPage()), { type: "application/zip" }));
    save("figures-and-tables.zip", url);
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  document.querySelector(".controls").append(button("Download figures and tables", act));
}

// BibTeX is for programs: a file, and a button that copies it.
function citable(link) {
  const status = make("span", { className: "said" });
  status.setAttribute("role", "status");
  const text = new TextDecoder().decode(bytesOf(link.href));
  link.after(" ", button("Copy BibTeX", () => copy(text).then((done) => {
    status.textContent = done ? "Copied" : "This browser does not copy";
  })), status);
}

document.body.prepend(make("div", { className: "controls" }));
archived();
themes();
follow();
opened();
document.querySelectorAll("figure.table").forEach(enhanceTable);
document.querySelectorAll("figure.plot").forEach(enhanceFigure);
document.querySelectorAll(".code").forEach(copyable);
document.querySelectorAll('.download a[download$=".bib"]').forEach(citable);
if (ALGORITHMS.length) announced();
