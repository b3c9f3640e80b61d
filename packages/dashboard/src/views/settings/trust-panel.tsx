import { useState } from "preact/hooks";
import type { TrustAnchor, TrustAnchors } from "@selfsame/server/api/v3/schemas/trust-anchors";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import { useResource } from "../../state/resource.ts";
import { may } from "../../state/session.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { FileButton } from "../../ui/forms/file-button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, Panel } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { TrustAnchorTable } from "./trust-anchor-table.tsx";
import { trustAnchorsBase, trustAnchorsPath } from "./trust-anchors-path.ts";

/** The same limit as on the server. */
const bytesMax = 256 * 1024;

export function TrustPanel() {
  const anchors = useResource<TrustAnchors>(trustAnchorsPath);
  const [problem, setProblem] = useState<string>();
  const add = async (file: File) => {
    if (file.size > bytesMax) return setProblem("A file has at most 256 KB.");
    try {
      const bytes = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte));
      const certificates = btoa(bytes.join(""));
      await request("POST", trustAnchorsBase, { certificates });
      await anchors.reload();
      setProblem(undefined);
      toast("Documents of these authorities are trusted from now on.");
    } catch (error) {
      setProblem(explain(error));
    }
  };
  const remove = ({ id, name, test }: TrustAnchor) =>
    toastFailure(async () => {
      await request("DELETE", `${trustAnchorsBase}/${id}?mode=${test ? "test" : "live"}`);
      await anchors.reload();
      toast(`${name ?? "The authority"} is removed.`);
    });
  return (
    <Panel
      title="Trust anchors"
      lead="Authorities (CSCA, IACA, PID providers) whose signed documents your team trusts, in addition to those of the operator. No other team trusts them."
    >
      {may("admin") && (
        <FileButton
          label="Certificates of authorities"
          accept=".pem,.crt,.cer,.der,.ml"
          onFile={(file) => void add(file)}
        >
          Add certificates
        </FileButton>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <RoleHint needs="admin" to="change this" />
      <Loaded from={anchors} lines={3}>
        {(data) =>
          data.trust_anchors.length === 0 ? (
            <Empty title="No trust anchors yet">
              <p>Add the certificate of an authority as PEM, DER or an ICAO master list to accept its documents.</p>
            </Empty>
          ) : (
            <TrustAnchorTable anchors={data.trust_anchors} onRemove={(anchor) => void remove(anchor)} />
          )
        }
      </Loaded>
    </Panel>
  );
}
