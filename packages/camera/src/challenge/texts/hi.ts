import type { ChallengeTexts } from "./texts.ts";

export const hi: ChallengeTexts = {
  turn_left: "सिर बाईं ओर घुमाएँ",
  turn_right: "सिर दाईं ओर घुमाएँ",
  look_up: "ठोड़ी ऊपर उठाएँ",
  blink: "एक पल के लिए आँखें बंद करें",
  smile: "खुलकर मुस्कुराएँ",
  move_closer: "चेहरा और पास लाएँ",
  too_far_turned: "थोड़ा कम",
  step_done: "अच्छा",
  step_count: "चरण {number} / {count}",
  other_step: "मैं यह नहीं कर सकता/सकती",
  press: "करें, फिर बटन दबाएँ",
  checking: "एक पल रुकें",
  try_again: "फिर से कोशिश करें",
  failed_step: "यह साफ़ नहीं दिखा: {step}",
  failed_selfie: "शुरू में आँखें खोलकर सीधे कैमरे में देखें",
  failed_face: "आपका चेहरा ठीक से नहीं दिखा। समान रोशनी में आएँ",
  failed: "यह नहीं हो पाया। समान रोशनी में आएँ और धीरे-धीरे करें",
  too_slow: "इसमें बहुत समय लग गया",
};
