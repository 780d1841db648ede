// What a mark of a figure stands for, said beside the pointer; nothing is lost without it.

const NEAR = 16; // pixels

function nearest(points, left, top, width, height) {
  let best = null;
  let least = NEAR ** 2;
  for (const point of points) {
    const distance = ((point[0] - left) * width) ** 2 + ((point[1] - top) * height) ** 2;
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}

function enhanceHover(figure) {
  const image = figure.querySelector("img");
  const { points, narrowPoints } = figure.dataset;
  if (!points) return;
  const pointsOf = { false: JSON.parse(points), true: JSON.parse(narrowPoints || "[]") };
  // a phone shows the drawing of the picture's source, whose marks lie elsewhere
  const narrow = matchMedia(figure.querySelector("source")?.media ?? "not all");
  const shown = () => pointsOf[narrow.matches];
  ringed(image, shown, narrow);
  const tip = make("div", { className: "tip", hidden: true });
  figure.querySelector(".scroll").append(tip);
  image.addEventListener("pointermove", (event) => {
    const box = image.getBoundingClientRect();
    const point = nearest(shown(), (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height, box.width, box.height);
    tip.hidden = !point;
    if (!point) return;
    tip.textContent = point[2];
    // left of the mark where there is no room to its right
    const right = point[0] > 0.6;
    tip.classList.toggle("turned", right);
    tip.style.left = `${image.offsetLeft + point[0] * box.width}px`;
    tip.style.top = `${image.offsetTop + point[1] * box.height}px`;
  });
  image.addEventListener("click", (event) => {
    const box = image.getBoundingClientRect();
    const point = nearest(shown(), (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height, box.width, box.height);
    const [name] = point ? namesIn(point[2]) : [];
    if (name !== undefined) choose(name);
  });
  image.addEventListener("pointerleave", () => { tip.hidden = true; });
}
