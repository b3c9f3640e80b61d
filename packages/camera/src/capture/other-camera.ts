import type { FacingMode } from "./open-camera.ts";
import type { Sighting } from "./sighting.ts";

/** A picture whose red, green and blue differ by less on average has no colors. Skin alone differs by 20 and more. */
const colorMin = 2;
/** A covered camera shows no colors either, and is the right one all the same. */
const litMin = 16;
const greyFrames = 5;

/**
 * Tells from one frame after the other whether the camera sees no colors. Laptops list the infrared camera that they recognize faces with beside
 * the other, and some browsers open it.
 */
export function watchColor(): (sighting: Pick<Sighting, "color" | "brightness">) => boolean {
  let grey = 0;
  return ({ color, brightness }) => {
    grey = color < colorMin && brightness > litMin ? grey + 1 : 0;
    return grey >= greyFrames;
  };
}

/**
 * @param stream of the camera that is open
 * @param tried gets its id; none of these is named
 * @returns the id of another, which does not face away from the person unless that is wished for
 */
export async function otherCamera(
  stream: MediaStream,
  tried: Set<string>,
  facingMode: FacingMode,
): Promise<string | undefined> {
  const { deviceId = "" } = stream.getVideoTracks()[0]?.getSettings() ?? {};
  tried.add(deviceId);
  const isOther = ({ kind, deviceId, label }: MediaDeviceInfo) =>
    kind === "videoinput" &&
    deviceId !== "" &&
    !tried.has(deviceId) &&
    (facingMode === "environment" || !/\b(back|rear)\b/i.test(label));
  return (await navigator.mediaDevices.enumerateDevices()).find(isOther)?.deviceId;
}
