import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { useDraft } from "../../../state/drafts.ts";
import { may } from "../../../state/session.ts";
import type { TeamSettingsProps } from "../../../state/setting.ts";
import { toast } from "../../../state/toasts.ts";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { many } from "../../../ui/words/words.ts";

const periods = [
  { name: "sessionsDays", label: "Sessions", what: "After their end, with their timelines and records of consent." },
  { name: "batchResultsDays", label: "Batches", what: "After their end, with their results." },
  { name: "requestLogDays", label: "Request log", what: "From the request on." },
] as const;
type Name = (typeof periods)[number]["name"];

export function RetentionPanel({ team: { setting, change } }: TeamSettingsProps) {
  return (
    <Panel title="Retention" lead="For how many days this team’s data is stored. Older data is deleted within an hour.">
      <Loaded from={setting} lines={3}>
        {(saved) => (may("admin") ? <RetentionForm saved={saved} change={change} /> : <RetentionShown saved={saved} />)}
      </Loaded>
    </Panel>
  );
}

const textsOf = ({ retention }: TeamSettings): Readonly<Record<Name, string>> => ({
  sessionsDays: String(retention.sessionsDays ?? ""),
  batchResultsDays: String(retention.batchResultsDays ?? ""),
  requestLogDays: String(retention.requestLogDays ?? ""),
});

/** Empty: the installation's setting. */
const daysIn = (text: string): number | null => (text.trim() === "" ? null : Number(text));

interface RetentionFormProps {
  readonly saved: TeamSettings;
  readonly change: TeamSettingsProps["team"]["change"];
}

function RetentionForm({ saved, change }: RetentionFormProps) {
  const [texts, setTexts] = useDraft("retention", "days", textsOf(saved));
  // A period that the installation has switched off cannot be set.
  const settable = periods.filter(({ name }) => saved.installation.retention[name] > 0);
  const save = async () => {
    await change({ retention: Object.fromEntries(periods.map(({ name }) => [name, daysIn(texts[name])])) });
    toast("The retention is saved. Older data is deleted within an hour.");
  };
  return (
    <Form
      draft="retention"
      submit="Save retention"
      fields={settable.map(({ name }) => name)}
      onSubmit={save}
      onDiscarded={() => setTexts(textsOf(saved))}
    >
      {(problems) =>
        settable.map(({ name, label, what }) => {
          const most = saved.installation.retention[name];
          return (
            <TextField
              key={name}
              label={`${label}, in days`}
              value={texts[name]}
              onInput={(text) => setTexts({ ...texts, [name]: text })}
              hint={`${what} Empty: ${many(most, "day")}, the most this installation stores.`}
              problem={problems[name] && `Enter a whole number from 1 to ${most}, or nothing.`}
              input={{ type: "number", min: 1, max: most, step: 1, inputMode: "numeric" }}
            />
          );
        })
      }
    </Form>
  );
}

/** Read-only, for people who may not change it. */
function RetentionShown({ saved: { retention, installation } }: { readonly saved: TeamSettings }) {
  return (
    <>
      <Facts
        facts={periods.map(({ name, label }) => [
          label,
          many(Math.min(retention[name] ?? Infinity, installation.retention[name]), "day"),
        ])}
      />
      <RoleHint needs="admin" to="change this" />
    </>
  );
}
