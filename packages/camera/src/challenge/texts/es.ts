import type { ChallengeTexts } from "./texts.ts";

export const es: ChallengeTexts = {
  turn_left: "Gire la cabeza a la izquierda",
  turn_right: "Gire la cabeza a la derecha",
  look_up: "Levante la barbilla",
  blink: "Cierre los ojos un momento",
  smile: "Sonría ampliamente",
  move_closer: "Acerque la cara",
  too_far_turned: "No tanto",
  step_done: "Bien",
  step_count: "Paso {number} de {count}",
  other_step: "No puedo hacerlo",
  press: "Hágalo y pulse el botón",
  checking: "Un momento",
  try_again: "Intentar de nuevo",
  failed_step: "Esto no se vio con claridad: {step}",
  failed_selfie: "Al principio, mire de frente a la cámara con los ojos abiertos",
  failed_face: "No se vio bien su cara. Busque una luz uniforme",
  failed: "No ha funcionado. Busque una luz uniforme y hágalo con calma",
  too_slow: "Ha tardado demasiado",
};
