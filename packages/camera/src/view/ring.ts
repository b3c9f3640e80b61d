import type { Hint } from "../guide/guidance.ts";

/** How the ring looks; each differs from the others in colour and in shape. */
export type Ring = "opening" | "searching" | "seen" | "right" | "done";
export type Towards = "left" | "right" | "up" | "down";

const towards: Partial<Readonly<Record<Hint, Towards>>> = {
  move_left: "left",
  move_right: "right",
  move_up: "up",
  move_down: "down",
};

export function ringFor(hint: Hint, right: boolean, faceSeen: boolean): Ring {
  if (right) return "right";
  return faceSeen && hint !== "several_faces" ? "seen" : "searching";
}

/** Which way the arrow points, where the hint has a direction. */
export function towardsFor(hint: Hint): Towards | undefined {
  return towards[hint];
}
