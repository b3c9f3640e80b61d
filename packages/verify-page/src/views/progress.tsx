import type { State } from "../state/states.ts";
import type { PageTexts } from "@selfsame/texts/page";
import type { Shown } from "./shown.ts";

const stages = ["stage_consent", "stage_selfie", "stage_result"] as const satisfies readonly (keyof PageTexts)[];

/** The stage of each state; none if the flow is interrupted or the stage unknown. */
const stageOf: Partial<Readonly<Record<State, (typeof stages)[number]>>> = {
  welcome: "stage_consent",
  agreeing: "stage_consent",
  wallet: "stage_consent",
  hand_off: "stage_selfie",
  ready: "stage_selfie",
  capturing: "stage_selfie",
  simulating: "stage_selfie",
  try_again: "stage_selfie",
  denied: "stage_selfie",
  no_camera: "stage_selfie",
  camera_busy: "stage_selfie",
  elsewhere: "stage_selfie",
  sending: "stage_result",
  done: "stage_result",
  not_confirmed: "stage_result",
  in_review: "stage_result",
};

export function Progress({ state, say }: Pick<Shown, "state" | "say">) {
  const stage = stageOf[state];
  if (!stage) return null;
  const at = stages.indexOf(stage);
  return (
    <ol class="progress">
      {stages.map((one, i) => (
        <li key={one} class={i <= at ? "reached" : ""} aria-current={i === at ? "step" : undefined}>
          {say(one)}
        </li>
      ))}
    </ol>
  );
}
