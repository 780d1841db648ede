// Lines break elsewhere in another font, and the script at the end adds buttons: the page is seen once both
// are done, or after three seconds, as long as browsers themselves wait for a font.
{
  const root = document.documentElement;
  const fonts = [...document.fonts].map((face) => face.load());
  const script = new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve); });
  const limit = new Promise((resolve) => { setTimeout(resolve, 3000); });
  root.classList.add("waiting");
  Promise.race([limit, Promise.allSettled([script, ...fonts])])
    .then(() => root.classList.remove("waiting"));
}
