import { useState } from "preact/hooks";
import type { MadeWebhookEndpoint, WebhookEndpoint } from "@selfsame/server/api/v3/schemas/webhooks";
import { request } from "../../../api/request.ts";
import { go } from "../../../state/route.ts";
import { toast } from "../../../state/toasts.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { SelectField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { endpointPath } from "../webhook-lists.ts";
import { EditEndpointDialog } from "./edit-endpoint-dialog.tsx";
import type { EndpointAction } from "./endpoint-columns.tsx";

interface EndpointDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

interface EndpointDialogsProps extends EndpointDialogProps {
  readonly action: EndpointAction;
  readonly onMade: (made: MadeWebhookEndpoint) => void;
}

/** The dialogs of an endpoint's actions, which confirm each one first. */
export function EndpointDialogs({ action, onMade, ...more }: EndpointDialogsProps) {
  switch (action) {
    case "edit":
      return <EditEndpointDialog {...more} />;
    case "disable":
      return <DisableDialog {...more} />;
    case "test":
      return <TestDialog {...more} />;
    case "rotate":
      return <RotateDialog {...more} onMade={onMade} />;
    case "enable":
      return <EnableDialog {...more} />;
    case "delete":
      return <DeleteDialog {...more} />;
  }
}

function TestDialog({ endpoint, onClose }: EndpointDialogProps) {
  const send = async () => {
    await request("POST", `${endpointPath(endpoint.id)}/test`);
    toast("The test event is on its way.");
    onClose();
    go(`/webhooks/${endpoint.id}`);
  };
  return (
    <Dialog title="Send a test event" onClose={onClose}>
      <Form submit="Send it" onCancel={onClose} onSubmit={send}>
        {() => (
          <p>
            A <code>ping</code> goes to <code>{endpoint.url}</code>, signed like every other. You see its response.
          </p>
        )}
      </Form>
    </Dialog>
  );
}

const overlaps = [
  { value: "0", text: "No overlap: it ends now" },
  { value: "3600", text: "1 hour" },
  { value: "86400", text: "1 day" },
  { value: "604800", text: "7 days" },
] as const;

function RotateDialog({ endpoint, onClose, onMade }: EndpointDialogProps & Pick<EndpointDialogsProps, "onMade">) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("86400");
  const rotate = async () => {
    const body = { overlap_s: Number(overlap) };
    onMade(await request<MadeWebhookEndpoint>("POST", `${endpointPath(endpoint.id)}/rotate`, body));
  };
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <Form submit="Create new secret" onCancel={onClose} onSubmit={rotate}>
        {() => (
          <>
            <p>
              Deliveries to <code>{endpoint.url}</code> are signed with a new secret, and for a while with both, so that
              nothing is refused while you change it over.
            </p>
            <SelectField label="The old secret signs for" value={overlap} options={overlaps} onChange={setOverlap} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function DisableDialog({ endpoint, onClose, onChanged }: EndpointDialogProps) {
  const disable = async () => {
    await request("PATCH", endpointPath(endpoint.id), { disabled: true });
    toast("The endpoint is disabled.");
    onChanged();
    onClose();
  };
  return (
    <Dialog title="Disable the endpoint?" onClose={onClose}>
      <Form submit="Disable the endpoint" onCancel={onClose} onSubmit={disable}>
        {() => (
          <p>
            <code>{endpoint.url}</code> receives nothing more until you enable it. Pending deliveries fail; you can
            replay them later. Events that happen meanwhile are not sent to it.
          </p>
        )}
      </Form>
    </Dialog>
  );
}

function EnableDialog({ endpoint, onClose, onChanged }: EndpointDialogProps) {
  const enable = async () => {
    await request("POST", `${endpointPath(endpoint.id)}/enable`);
    toast("The endpoint is enabled.");
    onChanged();
    onClose();
  };
  return (
    <Dialog title="Enable the endpoint?" onClose={onClose}>
      <Form submit="Enable the endpoint" onCancel={onClose} onSubmit={enable}>
        {() => (
          <p>
            From now on <code>{endpoint.url}</code> receives events again. What failed before is not sent by itself:
            replay it from its deliveries.
          </p>
        )}
      </Form>
    </Dialog>
  );
}

function DeleteDialog({ endpoint, onClose, onChanged }: EndpointDialogProps) {
  const remove = async () => {
    await request("DELETE", endpointPath(endpoint.id));
    toast("The endpoint is deleted.");
    onChanged();
  };
  return (
    <Confirm title="Delete the endpoint?" action="Delete the endpoint" onConfirm={remove} onClose={onClose}>
      <p>
        <code>{endpoint.url}</code> gets nothing more, not even what is on its way. The list of its deliveries goes with
        it.
      </p>
    </Confirm>
  );
}
