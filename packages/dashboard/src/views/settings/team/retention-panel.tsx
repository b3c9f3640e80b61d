import type { RetentionSetting } from "@selfsame/server/api/dashboard/answers/team";
import { useDraft } from "../../../state/drafts.ts";
import { request } from "../../../api/request.ts";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
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

export function RetentionPanel() {
  const retention = useResource<RetentionSetting>("/account/retention");
  return (
    <Panel title="Retention" lead="For how many days this team’s data is stored. Older data is deleted within an hour.">
      <Loaded from={retention} lines={3}>
        {(saved) =>
          may("admin") ? <RetentionForm saved={saved} onSaved={retention.put} /> : <RetentionShown saved={saved} />
        }
      </Loaded>
    </Panel>
  );
}

const textsOf = ({ own }: RetentionSetting): Readonly<Record<Name, string>> => ({
  sessionsDays: String(own.sessionsDays ?? ""),
  batchResultsDays: String(own.batchResultsDays ?? ""),
  requestLogDays: String(own.requestLogDays ?? ""),
});

/** Empty: the installation's setting. */
const daysIn = (text: string): number | null => (text.trim() === "" ? null : Number(text));

interface RetentionFormProps {
  readonly saved: RetentionSetting;
  readonly onSaved: (saved: RetentionSetting) => void;
}

function RetentionForm({ saved, onSaved }: RetentionFormProps) {
  const [texts, setTexts] = useDraft("retention", "days", textsOf(saved));
  // A period that the installation has switched off cannot be set.
  const settable = periods.filter(({ name }) => saved.installation[name] > 0);
  const save = async () => {
    const body = Object.fromEntries(periods.map(({ name }) => [name, daysIn(texts[name])]));
    onSaved(await request<RetentionSetting>("PUT", "/account/retention", body));
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
          const most = saved.installation[name];
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
function RetentionShown({ saved: { own, installation } }: { readonly saved: RetentionSetting }) {
  return (
    <>
      <Facts
        facts={periods.map(({ name, label }) => [
          label,
          many(Math.min(own[name] ?? Infinity, installation[name]), "day"),
        ])}
      />
      <RoleHint needs="admin" to="change this" />
    </>
  );
}
