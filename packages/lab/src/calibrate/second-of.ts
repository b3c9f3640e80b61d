import type { Manifest } from "@selfsame/face/manifest";

/** What a calibration has to know of the second recognizer; undefined where there is none. */
export function secondOf({ models: { embed } }: Manifest) {
  const { dimensions, second } = embed;
  return second && { dimensions, weight: second.weight, band: second.band };
}
