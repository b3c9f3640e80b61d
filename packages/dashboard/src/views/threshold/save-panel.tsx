import { useState } from "preact/hooks";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import type { TeamThresholds } from "@selfsame/server/api/dashboard/answers/team";
import { request } from "../../api/request.ts";
import { may } from "../../state/session.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SelectField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";

interface SavePanelProps {
  /** The threshold that the page shows. */
  readonly threshold: number;
  readonly standard: number;
  readonly saved: TeamThresholds;
  readonly keys: readonly Key[];
  readonly onKeyChanged: () => Promise<void>;
  readonly onSaved: (saved: TeamThresholds) => void;
}

/** What a threshold can be saved for. */
interface Place {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly value: number | null;
  readonly save: (value: number | null) => Promise<void>;
}

/** Where the request names no threshold: of a session that of sessions, then the key's, the team's, the default. */
export function SavePanel({ threshold, standard, saved, keys, onKeyChanged, onSaved }: SavePanelProps) {
  const [chosen, setChosen] = useState("");
  const saveTeam = async (change: Partial<TeamThresholds>) =>
    onSaved(await request<TeamThresholds>("PUT", "/account/thresholds", { ...saved, ...change }));
  const ofTeam: readonly Place[] = [
    {
      id: "team",
      name: "Team",
      about: "all keys without a threshold of their own",
      value: saved.team,
      save: (team) => saveTeam({ team }),
    },
    {
      id: "sessions",
      name: "Sessions",
      about: "new verification sessions, whatever their key has",
      value: saved.sessions,
      save: (sessions) => saveTeam({ sessions }),
    },
  ];
  const ofKeys = keys
    .filter(({ status, kind }) => status === "active" && kind !== "public")
    .map((key): Place => ({
      id: key.id,
      name: key.name,
      about: `key ${key.display}`,
      value: key.threshold,
      save: async (value) => {
        await request("PATCH", `/keys/${key.id}`, { threshold: value });
        await onKeyChanged();
      },
    }));
  const open = [...(may("admin") ? ofTeam : []), ...(may("developer") ? ofKeys : [])];
  const place = open.find(({ id }) => id === chosen) ?? open[0];
  const clear = ({ name, save }: Place) =>
    toastFailure(async () => {
      await save(null);
      toast(`${name} has no threshold of its own any more.`);
    });
  return (
    <Panel
      title="Save the threshold"
      lead={`For requests of version 3 that name no threshold. A session uses the one for sessions, then that of its key, then the team's, then the default, ${standard}.`}
    >
      <Table
        caption="Saved thresholds"
        compact
        rows={[...ofTeam, ...ofKeys.filter(({ value }) => value !== null)]}
        id={({ id }) => id}
        columns={[
          {
            title: "For",
            cell: ({ name, about }) => (
              <div class="two-lines">
                <span class="strong">{name}</span>
                <span class="faint">{about}</span>
              </div>
            ),
          },
          {
            title: "Threshold",
            kind: "number",
            cell: ({ value }) => (value === null ? <span class="faint">not set</span> : value),
          },
          {
            title: "Actions",
            kind: "actions",
            cell: (row) =>
              row.value !== null &&
              open.some(({ id }) => id === row.id) && (
                <Button
                  size="small"
                  kind="quiet"
                  label={`Clear the threshold of ${row.name}`}
                  onClick={() => void clear(row)}
                >
                  Clear
                </Button>
              ),
          },
        ]}
      />
      {place ? (
        <Form
          className="inline-form below"
          submit={`Save ${threshold}`}
          onSubmit={async () => {
            await place.save(threshold);
            toast(`${place.name}: two faces match from ${threshold} on.`);
          }}
        >
          {() => (
            <SelectField
              label="Save for"
              value={place.id}
              options={open.map(({ id, name, about }) => ({ value: id, text: `${name}: ${about}` }))}
              onChange={setChosen}
            />
          )}
        </Form>
      ) : (
        <p class="hint">
          {may("developer")
            ? "There is no active key. Create one to save a threshold for it."
            : "A developer can save a threshold for a key, an admin for the team and sessions."}
        </p>
      )}
      {may("developer") && !may("admin") && (
        <p class="hint">An admin can save a threshold for the team and sessions.</p>
      )}
    </Panel>
  );
}
