import type { State } from "../state/states.ts";
import type { PageTexts } from "@selfsame/texts/page";
import { until } from "./until.ts";
import { allowedBy, reasonText, tipsFor } from "./problems.tsx";
import type { Shown } from "./shown.ts";
import { portraitText, rejectedText } from "./wallet.tsx";

/** What is spoken at each step. Screen readers also read its heading, since it receives the focus. */
const texts: Readonly<Record<State, readonly (keyof PageTexts)[]>> = {
  loading: ["loading"],
  welcome: ["welcome_lead"],
  agreeing: ["loading"],
  wallet: [],
  hand_off: ["hand_off_lead", "hand_off_waiting"],
  ready: ["ready_lead"],
  capturing: ["capturing_title"],
  simulating: ["test_mode"],
  sending: ["sending_lead"],
  try_again: [],
  denied: ["denied_lead"],
  no_camera: ["no_camera_lead"],
  camera_busy: ["camera_busy_lead"],
  in_app: ["in_app_lead"],
  elsewhere: ["elsewhere_lead"],
  offline: ["offline_lead"],
  busy: ["busy_lead"],
  fault: ["fault_lead"],
  declined: [],
  wrong_link: ["wrong_link_lead"],
  done: ["done_lead"],
  not_confirmed: ["not_confirmed_lead"],
  in_review: ["in_review_lead"],
  expired: ["expired_lead"],
  cancelled: ["cancelled_lead"],
  withdrawn: ["withdrawn_lead"],
};

export function spoken(shown: Shown): string {
  const { state, say, because, session, link, device, photo } = shown;
  const said = texts[state].map((text) => say(text));
  if (state === "try_again") {
    const tips = tipsFor(shown).map((tip) => say(tip));
    said.push(say(reasonText(because)), ...tips, say("attempts_left", { count: session?.attempts_left ?? 0 }));
  }
  if (state === "wallet") {
    const { rejected = false, reason = null } = session?.wallet ?? {};
    const asked = device.computer ? "wallet_scan" : "wallet_lead";
    said.push(say(rejected ? rejectedText(reason) : asked), say(portraitText(session)));
  }
  if (state === "denied") said.push(...allowedBy(device).map((how) => say(how)));
  if (state === "sending" && photo === "waiting") said.push(say("photo_waiting"));
  if (state === "ready" && photo === "lost") said.push(say("photo_lost"));
  if (state === "ready" && link.fromComputer) said.unshift(say("ready_asked"));
  if (state === "declined") said.push(say("declined_lead", { time: until(shown) }));
  if (state === "hand_off") said.push(say("hand_off_until", { time: until(shown) }));
  return said.join(" ");
}
