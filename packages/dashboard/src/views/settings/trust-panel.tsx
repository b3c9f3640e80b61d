import { useState } from "preact/hooks";
import type { TrustAnchors } from "@selfsame/server/api/dashboard/answers/team";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import { useResource } from "../../state/resource.ts";
import { may } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { FileIcon } from "../../ui/icons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Badge, Empty, Panel } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";

/** As the server has it. */
const bytesMax = 256 * 1024;

export function TrustPanel() {
  const anchors = useResource<TrustAnchors>("/trust-anchors");
  const [problem, setProblem] = useState<string>();
  const add = async (file: File) => {
    if (file.size > bytesMax) return setProblem("A file has at most 256 KB.");
    try {
      const bytes = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte));
      const certificates = btoa(bytes.join(""));
      anchors.put(await request<TrustAnchors>("POST", "/trust-anchors", { certificates }));
      setProblem(undefined);
      toast("Documents of these authorities are trusted from now on.");
    } catch (error) {
      setProblem(explain(error));
    }
  };
  const remove = async (id: string, name: string) => {
    try {
      anchors.put(await request<TrustAnchors>("DELETE", `/trust-anchors/${id}`));
      toast(`${name} is removed.`);
    } catch (error) {
      toast(explain(error), "failed");
    }
  };
  return (
    <Panel
      title="Trust anchors"
      lead="Authorities (CSCA, IACA, PID providers) whose signed documents your team trusts, in addition to those of the operator. No other team trusts them."
    >
      {may("admin") && (
        <label class="button plain small pick">
          <FileIcon />
          Add certificates
          <input
            type="file"
            accept=".pem,.crt,.cer,.der,.ml"
            aria-label="Certificates of authorities"
            onChange={(event) => {
              const input = event.currentTarget;
              const [file] = input.files ?? [];
              if (file) void add(file).then(() => (input.value = ""));
            }}
          />
        </label>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <RoleHint needs="admin" to="change this" />
      <Loaded from={anchors} lines={3}>
        {(data) =>
          data.anchors.length === 0 ? (
            <Empty title="No trust anchors yet">
              <p>Add the certificate of an authority as PEM, DER or an ICAO master list to accept its documents.</p>
            </Empty>
          ) : (
            <Table
              caption="Trust anchors"
              rows={data.anchors}
              id={({ id, test }) => `${id} ${test}`}
              columns={[
                {
                  title: "Authority",
                  cell: ({ id, name, test }) => (
                    <div class="two-lines">
                      <span class="strong">
                        {name ?? "without a name"} {test && <Badge>test keys</Badge>}
                      </span>
                      <code class="faint" title={id}>
                        {id.slice(0, 16)}…
                      </code>
                    </div>
                  ),
                },
                { title: "Country", cell: ({ country }) => country ?? "" },
                { title: "Expires", cell: ({ expiresAtMs }) => <Time atMs={expiresAtMs} /> },
                {
                  title: "Actions",
                  kind: "actions",
                  cell: ({ id, name }) =>
                    may("admin") && (
                      <Button
                        size="small"
                        kind="quiet"
                        label={`Remove ${name ?? id}`}
                        onClick={() => void remove(id, name ?? "The authority")}
                      >
                        Remove
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
