import type { ChallengeTexts } from "./texts.ts";

export const pt: ChallengeTexts = {
  turn_left: "Vire a cabeça para a esquerda",
  turn_right: "Vire a cabeça para a direita",
  look_up: "Levante o queixo",
  blink: "Feche os olhos por um momento",
  smile: "Dê um grande sorriso",
  move_closer: "Aproxime o rosto",
  too_far_turned: "Não tanto",
  step_done: "Muito bem",
  step_count: "Passo {number} de {count}",
  other_step: "Não consigo fazer isto",
  press: "Faça e depois carregue no botão",
  checking: "Um momento",
  try_again: "Tentar de novo",
  failed_step: "Isto não se viu bem: {step}",
  failed_selfie: "No início, olhe de frente para a câmara, de olhos abertos",
  failed_face: "O seu rosto não se viu bem. Procure uma luz uniforme",
  failed: "Não resultou. Procure uma luz uniforme e faça com calma",
  too_slow: "Demorou demasiado",
};
