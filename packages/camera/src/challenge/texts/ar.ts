import type { ChallengeTexts } from "./texts.ts";

export const ar: ChallengeTexts = {
  turn_left: "أدر رأسك إلى اليسار",
  turn_right: "أدر رأسك إلى اليمين",
  look_up: "ارفع ذقنك",
  blink: "أغمض عينيك للحظة",
  smile: "ابتسم ابتسامة عريضة",
  move_closer: "قرّب وجهك",
  too_far_turned: "أقل قليلاً",
  step_done: "أحسنت",
  step_count: "الخطوة {number} من {count}",
  other_step: "لا أستطيع فعل ذلك",
  press: "افعل ذلك ثم اضغط الزر",
  checking: "لحظة واحدة",
  try_again: "حاول مرة أخرى",
  failed_step: "لم يظهر هذا بوضوح: {step}",
  failed_selfie: "في البداية انظر مباشرة إلى الكاميرا وعيناك مفتوحتان",
  failed_face: "لم يظهر وجهك جيداً. ابحث عن إضاءة متساوية",
  failed: "لم ينجح ذلك. ابحث عن إضاءة متساوية ولا تستعجل",
  too_slow: "استغرق ذلك وقتاً طويلاً",
};
