import { useState } from "preact/hooks";
import type { MadeWebhookEndpoint, WebhookEndpoint } from "@selfsame/server/api/dashboard/answers/webhooks";
import { request } from "../../api/request.ts";
import { go } from "../../state/route.ts";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { SelectField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import type { EndpointAction } from "./endpoint-table.tsx";

interface EndpointDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

interface EndpointDialogsProps extends EndpointDialogProps {
  readonly action: EndpointAction;
  readonly onMade: (made: MadeWebhookEndpoint) => void;
}

/** What can be done with an endpoint, each asked about first. */
export function EndpointDialogs({ action, onMade, ...more }: EndpointDialogsProps) {
  switch (action) {
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
    await request("POST", `/webhooks/${endpoint.id}/test`);
    toast("The test event is on its way.");
    onClose();
    go(`/webhooks/${endpoint.id}`);
  };
  return (
    <Dialog title="Send a test event" onClose={onClose}>
      <Form submit="Send it" onCancel={onClose} onSubmit={send}>
        {() => (
          <p>
            A <code>ping</code> goes to <code>{endpoint.url}</code>, signed as every other. You see what it answers.
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
    const body = { overlapSeconds: Number(overlap) };
    onMade(await request<MadeWebhookEndpoint>("POST", `/webhooks/${endpoint.id}/rotate`, body));
  };
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <Form submit="Make the new secret" onCancel={onClose} onSubmit={rotate}>
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

function EnableDialog({ endpoint, onClose, onChanged }: EndpointDialogProps) {
  const enable = async () => {
    await request("POST", `/webhooks/${endpoint.id}/enable`);
    toast("The endpoint listens again.");
    onChanged();
    onClose();
  };
  return (
    <Dialog title="Switch the endpoint on?" onClose={onClose}>
      <Form submit="Switch it on" onCancel={onClose} onSubmit={enable}>
        {() => (
          <p>
            From now on <code>{endpoint.url}</code> gets what happens. What failed before is not sent by itself: send it
            again from its deliveries.
          </p>
        )}
      </Form>
    </Dialog>
  );
}

function DeleteDialog({ endpoint, onClose, onChanged }: EndpointDialogProps) {
  const remove = async () => {
    await request("DELETE", `/webhooks/${endpoint.id}`);
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
