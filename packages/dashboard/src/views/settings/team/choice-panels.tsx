import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { may } from "../../../state/session.ts";
import type { TeamSettingsProps } from "../../../state/setting.ts";
import { SelectField } from "../../../ui/forms/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

interface Choice {
  readonly name: "challengeMode" | "screenColors" | "documentStatus";
  readonly title: string;
  readonly lead: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** Shown after a change. */
  readonly done: string;
  /** What applies to a team without a setting of its own. */
  readonly inherited?: (settings: TeamSettings) => string;
  /** Shown instead of the choice if the installation has "off", which then applies to all. */
  readonly turnedOff?: string;
}

/** A panel for a setting with a few values. */
const choicePanel =
  ({ name, title, lead, label, options, done, inherited, turnedOff }: Choice) =>
  ({ team: { setting, save } }: TeamSettingsProps) => (
    <Panel title={title} lead={lead}>
      <Loaded from={setting} lines={1}>
        {(settings) => {
          const usual = inherited?.(settings);
          if (usual === "off" && turnedOff !== undefined) return <p>{turnedOff}</p>;
          const first = { value: "default", text: `Default of this installation (${usual})` };
          return (
            <fieldset class="form" disabled={!may("admin")}>
              <legend class="visually-hidden">{title}</legend>
              <SelectField
                label={label}
                value={settings[name] ?? "default"}
                options={usual === undefined ? options : [first, ...options]}
                onChange={(value) => void save({ [name]: value === "default" ? null : value }, done)}
              />
            </fieldset>
          );
        }}
      </Loaded>
      <RoleHint needs="admin" to="change this" />
    </Panel>
  );

/** Among the general settings. */
export const generalChoices = [
  choicePanel({
    name: "challengeMode",
    title: "Challenge mode",
    lead: "Which live challenges keys accept that have no mode of their own. Stepwise leaves an attacker seconds for each frame, not two minutes for all of them. “Any” is for pages with an older camera. Hosted sessions are always stepwise.",
    label: "Challenge mode of the team",
    options: [
      { value: "stepwise", text: "Stepwise: one step at a time" },
      { value: "any", text: "Any: also all steps at once" },
    ],
    done: "Challenges and tokens that arrive from now on follow this.",
  }),
  choicePanel({
    name: "screenColors",
    title: "Screen colors",
    lead: "After the steps of a live challenge the screen shows colors, and the service checks what the skin reflects. People who choose “Without colors” do not fail: their result is “spared”, and your backend decides what follows.",
    label: "Screen colors of the team",
    options: [
      { value: "off", text: "Off: no colors are shown" },
      { value: "observe", text: "Observe: the result is reported, and decides nothing" },
      { value: "require", text: "Require: other reflections, and too much other light, fail the challenge" },
    ],
    done: "Live challenges that start from now on use this.",
    inherited: ({ installation }) => installation.screenColors,
    turnedOff: "The operator of this installation turned them off.",
  }),
];

/** Beside the trust anchors. */
export const trustChoices = [
  choicePanel({
    name: "documentStatus",
    title: "Revoked documents",
    lead: "A wallet’s document can name a status list of its issuer. The service fetches the list and rejects revoked and suspended documents.",
    label: "Status lists",
    options: [
      { value: "off", text: "Off: status lists are not fetched" },
      { value: "if_reachable", text: "If reachable: accept documents whose list cannot be had" },
      { value: "require", text: "Require: reject documents whose list cannot be had" },
    ],
    done: "Documents that arrive from now on use this.",
    inherited: ({ installation }) => installation.documentStatus,
  }),
];
