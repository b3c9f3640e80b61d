import { useState } from "preact/hooks";
import type {
  RegistrationCertificate,
  RegistrationCertificates,
} from "@selfsame/server/api/v3/schemas/registration-certificates";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import { useResource } from "../../state/resource.ts";
import { may } from "../../state/session.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { FileButton } from "../../ui/forms/file-button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Badge, Empty, Panel } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { registrationsPath } from "./registrations-path.ts";

/** The same limit as on the server. */
const bytesMax = 16 * 1024;

export function RegistrationsPanel() {
  const registrations = useResource<RegistrationCertificates>(registrationsPath);
  const [problem, setProblem] = useState<string>();
  const add = async (file: File) => {
    if (file.size > bytesMax) return setProblem("A registration certificate has at most 16 KB.");
    try {
      await request("POST", registrationsPath, { certificate: await file.text() });
      await registrations.reload();
      setProblem(undefined);
      toast("Wallets are sent this certificate from now on.");
    } catch (error) {
      setProblem(explain(error));
    }
  };
  const remove = ({ id, name }: RegistrationCertificate) =>
    toastFailure(async () => {
      await request("DELETE", `${registrationsPath}/${id}`);
      await registrations.reload();
      toast(`${name ?? "The certificate"} is removed.`);
    });
  return (
    <Panel
      title="Registration certificates"
      lead="Your registrar’s statement of who you are and what you may ask of wallets. Requests to wallets in your team’s sessions carry it. No other team’s requests do."
    >
      {may("admin") && (
        <FileButton label="Registration certificate" accept=".jwt,.txt" onFile={(file) => void add(file)}>
          Add registration
        </FileButton>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <RoleHint needs="admin" to="change this" />
      <Loaded from={registrations} lines={2}>
        {({ registration_certificates: rows }) =>
          rows.length === 0 ? (
            <Empty title="No registration certificates yet">
              <p>
                Add the JWT that your registrar issued. Until then wallets are sent the operator’s, if there is one.
              </p>
            </Empty>
          ) : (
            <RegistrationTable rows={rows} onRemove={(row) => void remove(row)} />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface RegistrationTableProps {
  readonly rows: readonly RegistrationCertificate[];
  readonly onRemove: (row: RegistrationCertificate) => void;
}

function RegistrationTable({ rows, onRemove }: RegistrationTableProps) {
  return (
    <Table
      caption="Registration certificates"
      rows={rows}
      id={({ id }) => id}
      columns={[
        { title: "Relying party", cell: ({ name }) => name ?? "without a name" },
        { title: "Expires", cell: ({ expires_at: at }) => at && <Expiry at={at} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (row) =>
            may("admin") && (
              <Button
                size="small"
                kind="quiet"
                label={`Remove registration ${row.name ?? row.id}`}
                onClick={() => onRemove(row)}
              >
                Remove
              </Button>
            ),
        },
      ]}
    />
  );
}

function Expiry({ at }: { readonly at: string }) {
  return (
    <>
      <Time at={at} /> {Date.parse(at) <= Date.now() && <Badge>expired</Badge>}
    </>
  );
}
