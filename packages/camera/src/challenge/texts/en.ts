import type { ChallengeTexts } from "./texts.ts";

export const en: ChallengeTexts = {
  turn_left: "Turn your head to the left",
  turn_right: "Turn your head to the right",
  look_up: "Raise your chin",
  blink: "Close your eyes for a moment",
  smile: "Smile broadly",
  move_closer: "Bring your face closer",
  too_far_turned: "Not quite so far",
  step_done: "Good",
  step_count: "Step {number} of {count}",
  other_step: "I can't do this",
  press: "Do it, then press the button",
  checking: "One moment",
  try_again: "Try again",
  failed_step: "This could not be seen clearly: {step}",
  failed_selfie: "At first, look straight at the camera with open eyes",
  failed_face: "Your face could not be seen well. Find even light",
  failed: "That did not work. Find even light and take your time",
  too_slow: "That took too long",
};
