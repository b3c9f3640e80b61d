import type { Manifest } from "@selfsame/face/manifest";

/** The parameters of the second recognizer for a calibration; undefined if there is none. */
export function secondOf({ models: { embed } }: Manifest) {
  const { dimensions, second } = embed;
  return second && { dimensions, weight: second.weight, band: second.band };
}
