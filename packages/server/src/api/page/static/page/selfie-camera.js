import { takePhoto } from "./camera-dialog.js";

/** Typed where it is made: packages/camera/camera-v3.d.ts. */
const cameraPath = "/camera-v3.mjs";

/**
 * A selfie, taken by the camera that this server gives to any page: it guides the person and shoots by itself.
 * @param {string} title
 * @returns {Promise<Blob | undefined>} undefined when the person cancels
 */
export async function takeSelfie(title) {
  try {
    const { VerifyCameraV3 } = await import(cameraPath);
    const capture = await VerifyCameraV3.capture();
    return capture?.blob;
  } catch {
    // Not built, or no camera may be used: the plain one works without it, and says what is wrong.
    return takePhoto(title, "user");
  }
}
