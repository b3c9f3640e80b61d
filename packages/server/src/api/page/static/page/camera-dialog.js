import { byId } from "./element.js";

const problems = /** @type {Readonly<Record<string, string>>} */ ({
  NotAllowedError: "The camera may not be used. Allow it in the browser’s settings for this page.",
  NotFoundError: "No camera was found.",
  NotReadableError: "The camera is in use by another program.",
});

/**
 * Shows what the camera sees and takes one photo of it.
 * @param {string} title what the photo is for
 * @param {"user" | "environment"} facingMode the camera that faces the person, or the other way
 * @returns {Promise<Blob | undefined>} undefined when the person cancels
 */
export async function takePhoto(title, facingMode) {
  const dialog = byId("camera-dialog", HTMLDialogElement);
  const video = byId("camera-video", HTMLVideoElement);
  const shoot = byId("camera-shoot", HTMLButtonElement);
  const problem = byId("camera-problem");
  byId("camera-title").textContent = title;
  problem.textContent = "";
  shoot.disabled = true;
  const closed = new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "shot"), { once: true }),
  );
  dialog.returnValue = "";
  dialog.showModal();
  byId("camera-cancel").onclick = () => dialog.close();
  const stream = await open(problem, facingMode);
  /** @type {Promise<Blob> | undefined} */
  let photo;
  if (stream !== undefined && dialog.open) {
    video.srcObject = stream;
    // As in a mirror, unless the camera faces away: people move the wrong way otherwise.
    video.classList.toggle("mirrored", stream.getVideoTracks()[0]?.getSettings().facingMode !== "environment");
    await video.play();
    shoot.disabled = false;
    shoot.focus();
    shoot.onclick = () => {
      photo = frame(video);
      dialog.close("shot");
    };
  }
  const shot = await closed;
  for (const track of stream?.getTracks() ?? []) track.stop();
  video.srcObject = null;
  return shot ? photo : undefined;
}

/** @param {HTMLElement} problem @param {"user" | "environment"} facingMode */
async function open(problem, facingMode) {
  try {
    // navigator.mediaDevices exists on https pages and on localhost only.
    if (navigator.mediaDevices === undefined) throw new DOMException("", "SecurityError");
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode, width: { ideal: 1280 }, height: { ideal: 960 } },
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    problem.textContent = problems[name] ?? "The camera works only over HTTPS, or on localhost.";
    return undefined;
  }
}

/** The picture as the camera has it, not mirrored as the viewfinder shows it. @param {HTMLVideoElement} video */
async function frame(video) {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}
