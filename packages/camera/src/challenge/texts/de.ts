import type { ChallengeTexts } from "./texts.ts";

export const de: ChallengeTexts = {
  turn_left: "Drehen Sie den Kopf nach links",
  turn_right: "Drehen Sie den Kopf nach rechts",
  look_up: "Heben Sie das Kinn",
  blink: "Schließen Sie kurz die Augen",
  smile: "Lächeln Sie breit",
  move_closer: "Kommen Sie mit dem Gesicht näher",
  too_far_turned: "Nicht ganz so weit",
  step_done: "Gut",
  step_count: "Schritt {number} von {count}",
  other_step: "Das kann ich nicht",
  press: "Tun Sie es und drücken Sie die Taste",
  checking: "Einen Moment",
  try_again: "Noch einmal",
  failed_step: "Das war nicht gut zu sehen: {step}",
  failed_selfie: "Schauen Sie zuerst gerade in die Kamera, mit offenen Augen",
  failed_face: "Ihr Gesicht war nicht gut zu sehen. Suchen Sie gleichmäßiges Licht",
  failed: "Das hat nicht geklappt. Gleichmäßiges Licht hilft, und etwas mehr Ruhe",
  too_slow: "Das hat zu lange gedauert",
};
