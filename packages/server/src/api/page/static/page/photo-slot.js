import { element } from "./element.js";
import { readPhoto } from "./photo.js";

/** @import { Photo } from "./photo.js" */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box pixels of the upright photo */

const cross = "M2 2l10 10M12 2 2 12";
const silhouette = "M20 6.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM6 36c0-7 6-11 14-11s14 4 14 11";

/**
 * A place for one photo: from a file, a drop, or the camera.
 * @param {HTMLElement} section where it is built
 * @param {{ id: string, title: string, shoot: (title: string) => Promise<Blob | undefined>, onChange: (photo: Photo | undefined) => void }} options
 *   `shoot` takes a photo with the camera
 */
export function photoSlot(section, { id, title, shoot, onChange }) {
  const note = element("span", { className: "slot-note" });
  const heading = element("h2", { className: "slot-title", id: `${id}-title`, textContent: title });
  const problem = element("p", { className: "problem", role: "alert" });
  const frame = element("div", { className: "frame" });
  /** @type {Photo | undefined} */
  let current;

  /** @param {Photo | undefined} photo */
  function show(photo) {
    if (current !== undefined) URL.revokeObjectURL(current.url);
    current = photo;
    frame.className = photo === undefined ? "frame empty" : "frame filled";
    frame.replaceChildren(...(photo === undefined ? [invite()] : [picture(photo), clearButton()]));
    note.textContent = photo === undefined ? "" : describe(photo);
  }

  /** @param {Photo | undefined} photo */
  function change(photo) {
    show(photo);
    onChange(photo);
  }

  /** @param {Blob} blob @param {string} name */
  async function take(blob, name) {
    problem.textContent = "";
    try {
      change(await readPhoto(blob, name));
    } catch {
      change(undefined);
      problem.textContent = "This browser cannot read that file as a photo. JPEG, PNG, WebP and GIF work.";
    }
  }

  function invite() {
    const input = element("input", { type: "file", accept: "image/*", ariaLabel: `${title}: choose a file` });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file !== undefined) void take(file, file.name);
    });
    const camera = element("button", { type: "button", className: "quiet", textContent: "Use camera" });
    camera.ariaLabel = `${title}: use camera`;
    camera.addEventListener("click", () => {
      void shoot(title).then((blob) => blob && take(blob, `${id}.jpg`));
    });
    const choose = element("span", { className: "pick quiet" }, "Choose a file", input);
    return element(
      "div",
      { className: "invite" },
      icon("0 0 40 40", silhouette),
      element("span", { className: "hint", textContent: "Drop or paste a photo" }),
      element("div", { className: "buttons" }, choose, camera),
      problem,
    );
  }

  function clearButton() {
    const button = element(
      "button",
      { type: "button", className: "quiet clear", title: "Remove" },
      icon("0 0 14 14", cross),
    );
    button.ariaLabel = `Remove the ${title.toLowerCase()}`;
    button.addEventListener("click", () => {
      change(undefined);
      frame.querySelector("input")?.focus();
    });
    return button;
  }

  acceptDrops(frame, (file) => take(file, file.name));
  section.append(element("div", { className: "slot-head" }, heading, note), frame);
  show(undefined);
  return {
    take,
    isEmpty: () => current === undefined,
    /** @param {Box | null} box @param {"" | "yes" | "no"} tone */
    outline: (box, tone) => outline(frame, current, box, tone),
  };
}

/** @param {Photo} photo */
function picture(photo) {
  const shown = element("div", { className: "shown" }, element("img", { src: photo.url, alt: photo.name }));
  shown.style.setProperty("--ratio", String(photo.width / photo.height));
  return shown;
}

/** @param {Photo} photo */
function describe({ name, width, height, blob, redrawn }) {
  const size = `${width} × ${height}, ${Math.max(1, Math.round(blob.size / 1024))} KB`;
  return redrawn ? `${name}, redrawn as JPEG, ${size}` : `${name}, ${size}`;
}

/** @param {HTMLElement} frame @param {Photo | undefined} photo @param {Box | null} box @param {"" | "yes" | "no"} tone */
function outline(frame, photo, box, tone) {
  const shown = frame.querySelector(".shown");
  shown?.querySelector(".outline")?.remove();
  if (shown === null || photo === undefined || box === null) return;
  const mark = element("div", { className: `outline ${tone}` });
  mark.style.left = `${(100 * box.x) / photo.width}%`;
  mark.style.top = `${(100 * box.y) / photo.height}%`;
  mark.style.width = `${(100 * box.width) / photo.width}%`;
  mark.style.height = `${(100 * box.height) / photo.height}%`;
  shown.append(mark);
}

/** @param {HTMLElement} frame @param {(file: File) => void} onFile */
function acceptDrops(frame, onFile) {
  frame.addEventListener("dragover", (event) => {
    event.preventDefault();
    frame.classList.add("over");
  });
  frame.addEventListener("dragleave", () => frame.classList.remove("over"));
  frame.addEventListener("drop", (event) => {
    frame.classList.remove("over");
    const files = event.dataTransfer?.files;
    if (files?.length !== 1 || files[0] === undefined) return; // two at once are the page's: one for each slot
    event.preventDefault();
    event.stopPropagation();
    onFile(files[0]);
  });
}

/** @param {string} viewBox @param {string} outline */
function icon(viewBox, outline) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", outline);
  path.setAttribute("fill", "none");
  path.setAttribute("stroke", "currentColor");
  path.setAttribute("stroke-width", "2");
  path.setAttribute("stroke-linecap", "round");
  svg.append(path);
  return svg;
}
