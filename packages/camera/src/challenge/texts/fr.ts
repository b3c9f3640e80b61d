import type { ChallengeTexts } from "./texts.ts";

export const fr: ChallengeTexts = {
  turn_left: "Tournez la tête vers la gauche",
  turn_right: "Tournez la tête vers la droite",
  look_up: "Levez le menton",
  blink: "Fermez les yeux un instant",
  smile: "Faites un grand sourire",
  move_closer: "Approchez votre visage",
  too_far_turned: "Un peu moins",
  step_done: "Bien",
  step_count: "Étape {number} sur {count}",
  other_step: "Je ne peux pas",
  press: "Faites-le, puis appuyez sur le bouton",
  checking: "Un instant",
  try_again: "Réessayer",
  failed_step: "Ceci n'a pas été bien vu : {step}",
  failed_selfie: "Au début, regardez la caméra bien en face, les yeux ouverts",
  failed_face: "Votre visage n'a pas été bien vu. Cherchez une lumière douce",
  failed: "Cela n'a pas marché. Cherchez une lumière douce, sans vous presser",
  too_slow: "C'était trop long",
};
