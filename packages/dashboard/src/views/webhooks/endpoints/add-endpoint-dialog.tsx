import { useState } from "preact/hooks";
import type { MadeWebhookEndpoint } from "@selfsame/server/api/v3/schemas/webhooks";
import { request } from "../../../api/request.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { CheckField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { endpointsPath } from "../webhook-lists.ts";
import { draftTypes, type EndpointDraft, EndpointFields } from "./endpoint-fields.tsx";

interface AddEndpointProps {
  readonly onMade: (made: MadeWebhookEndpoint) => void;
  readonly onClose: () => void;
}

export function AddEndpointDialog({ onMade, onClose }: AddEndpointProps) {
  const [draft, setDraft] = useState<EndpointDraft>({ url: "", hears: "everything", chosen: [] });
  const [test, setTest] = useState(false);
  const create = async () => {
    const body = { url: draft.url.trim(), types: draftTypes(draft) };
    onMade(await request<MadeWebhookEndpoint>("POST", `${endpointsPath}?mode=${test ? "test" : "live"}`, body));
  };
  return (
    <Dialog title="Add an endpoint" onClose={onClose}>
      <Form submit="Add the endpoint" onCancel={onClose} fields={["url"]} onSubmit={create}>
        {(problems) => (
          <>
            <EndpointFields draft={draft} onChange={setDraft} problems={problems} />
            <CheckField
              label="For tests"
              hint="Receives events of test keys and of this dashboard only."
              checked={test}
              onChange={setTest}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
