import { useState } from "preact/hooks";
import type { WebhookEndpoint } from "@selfsame/server/api/v3/schemas/webhooks";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { endpointPath } from "../webhook-lists.ts";
import { draftTypes, type EndpointDraft, EndpointFields } from "./endpoint-fields.tsx";

interface EditEndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function EditEndpointDialog({ endpoint, onClose, onChanged }: EditEndpointProps) {
  const [draft, setDraft] = useState<EndpointDraft>({
    url: endpoint.url,
    hears: endpoint.types.length === 0 ? "everything" : "some",
    chosen: endpoint.types,
  });
  const isMoved = draft.url.trim() !== endpoint.url;
  const save = async () => {
    await request("PATCH", endpointPath(endpoint.id), { url: draft.url.trim(), types: draftTypes(draft) });
    toast("The endpoint is changed.");
    onChanged();
    onClose();
  };
  return (
    <Dialog title="Edit the endpoint" onClose={onClose}>
      <Form submit="Save changes" onCancel={onClose} fields={["url"]} onSubmit={save}>
        {(problems) => (
          <>
            <EndpointFields draft={draft} onChange={setDraft} problems={problems} />
            <p class="hint">
              The signing secret stays.{" "}
              {isMoved && "A new address is unverified until it answers 2xx: send it a test event."}
            </p>
          </>
        )}
      </Form>
    </Dialog>
  );
}
