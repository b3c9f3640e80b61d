import type { ChallengeTexts } from "./texts.ts";

export const ja: ChallengeTexts = {
  turn_left: "顔を左に向けてください",
  turn_right: "顔を右に向けてください",
  look_up: "あごを上げてください",
  blink: "少しの間、目を閉じてください",
  smile: "にっこり笑ってください",
  move_closer: "顔を近づけてください",
  too_far_turned: "もう少し控えめに",
  step_done: "できました",
  step_count: "{number}/{count} ステップ",
  other_step: "この動作はできません",
  press: "動作をしてボタンを押してください",
  checking: "少々お待ちください",
  try_again: "もう一度試す",
  failed_step: "はっきり見えませんでした：{step}",
  failed_selfie: "最初は目を開けてカメラをまっすぐ見てください",
  failed_face: "顔がよく見えませんでした。明るさの均一な場所でお試しください",
  failed: "うまくいきませんでした。明るさの均一な場所で、ゆっくりお試しください",
  too_slow: "時間がかかりすぎました",
};
