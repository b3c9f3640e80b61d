import { paths, send } from "./api.js";
import { takePhoto } from "./camera-dialog.js";
import { byId } from "./element.js";
import { exchange } from "./exchange.js";
import { apiKey } from "./key.js";
import { photoSlot } from "./photo-slot.js";
import { takeSelfie } from "./selfie-camera.js";
import { say, showNothing, showVerdict } from "./verdict.js";

/** @import { Photo } from "./photo.js" */
/** @import { AnswerV2, AnswerV3 } from "./api.js" */
/** @typedef {"reference" | "selfie"} Side */

/** @type {Partial<Record<Side, Photo>>} */
const photos = {};
/** @type {{ v3?: AnswerV3, v2?: AnswerV2 }} */
let answers = {};
let running = new AbortController();

const request = exchange();
const slots = {
  reference: photoSlot(byId("reference"), {
    id: "reference",
    title: "Reference photo",
    shoot: (title) => takePhoto(title, "environment"),
    onChange: (photo) => changed("reference", photo),
  }),
  selfie: photoSlot(byId("selfie"), {
    id: "selfie",
    title: "Selfie",
    shoot: takeSelfie,
    onChange: (photo) => changed("selfie", photo),
  }),
};
const key = apiKey(() => void compare());

/** @param {Side} side @param {Photo | undefined} photo */
function changed(side, photo) {
  if (photo === undefined) delete photos[side];
  else photos[side] = photo;
  void compare();
}

/** Compares as soon as both photos and the key are there; a newer change overtakes a running one. */
async function compare() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const { reference, selfie } = photos;
  answers = {};
  clearOutlines();
  draw();
  if (reference === undefined || selfie === undefined) return showNothing();
  if (key.get() === "") {
    showNothing("One thing is missing", "Add an API key of this server, and the verdict appears here.");
    return key.ask();
  }
  document.body.classList.add("busy");
  say("Comparing…", "", "idle");
  try {
    const blobs = { reference: reference.blob, selfie: selfie.blob };
    const [v3, v2] = await Promise.all([
      send(paths.v3, key.get(), blobs, signal),
      send(paths.v2, key.get(), blobs, signal),
    ]);
    answers = { v3, v2 };
    show(v3, v2);
  } catch {
    if (!signal.aborted)
      showNothing("The server did not answer", "It may have been stopped. Change a photo to try again.");
  } finally {
    if (!signal.aborted) document.body.classList.remove("busy");
  }
  draw();
}

/** @param {AnswerV3} v3 @param {AnswerV2} v2 */
function show(v3, v2) {
  showVerdict(v3, v2);
  if (v3.status === 401 || v3.status === 403) key.ask(v3.body.error?.message);
  const data = v3.body.data;
  if (data === null) return;
  for (const side of /** @type {const} */ (["reference", "selfie"])) {
    slots[side].outline(data[side].box, data.match ? "yes" : "no");
  }
}

function clearOutlines() {
  for (const slot of Object.values(slots)) slot.outline(null, "");
}

function draw() {
  const names = { reference: photos.reference?.name ?? "reference.jpg", selfie: photos.selfie?.name ?? "selfie.jpg" };
  request.update({ key: key.get(), names, answers });
}

/** Photos dropped beside the frames or pasted: two fill both places, one fills the first empty place. @param {FileList | undefined} files */
function takeAll(files) {
  const [first, second] = [...(files ?? [])].filter(({ type }) => type.startsWith("image/"));
  if (first === undefined) return;
  if (second !== undefined) {
    void slots.reference.take(first, first.name);
    void slots.selfie.take(second, second.name);
    return;
  }
  const slot = slots.reference.isEmpty() ? slots.reference : slots.selfie;
  void slot.take(first, first.name);
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  takeAll(event.dataTransfer?.files);
});
addEventListener("paste", (event) => takeAll(event.clipboardData?.files));
void compare();
