import { useState } from "preact/hooks";
import type { MadeWebhookEndpoint } from "@selfsame/server/api/dashboard/answers/webhooks";
import { request } from "../../api/request.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Choice } from "../../ui/forms/choice.tsx";
import { CheckField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";

interface AddEndpointProps {
  /** All that there are to listen to. */
  readonly types: readonly string[];
  readonly onMade: (made: MadeWebhookEndpoint) => void;
  readonly onClose: () => void;
}

export function AddEndpointDialog({ types, onMade, onClose }: AddEndpointProps) {
  const [url, setUrl] = useState("");
  const [hears, setHears] = useState<"everything" | "some">("everything");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [test, setTest] = useState(false);
  const create = async () => {
    const body = { url: url.trim(), types: hears === "everything" ? [] : chosen, test };
    onMade(await request<MadeWebhookEndpoint>("POST", "/webhooks", body));
  };
  // A ping is sent to whom it is meant for, whatever they listen to.
  const offered = types.filter((type) => type !== "ping");
  const toggle = (type: string, on: boolean) =>
    setChosen(on ? [...chosen, type] : chosen.filter((other) => other !== type));
  return (
    <Dialog title="Add an endpoint" onClose={onClose}>
      <Form submit="Add the endpoint" onCancel={onClose} fields={["url"]} onSubmit={create}>
        {(problems) => (
          <>
            <TextField
              label="Address"
              value={url}
              onInput={setUrl}
              problem={problems["url"]}
              hint="https, reachable from the internet."
              input={{
                type: "url",
                required: true,
                placeholder: "https://shop.example/webhooks/faces",
                autocomplete: "off",
                spellcheck: false,
              }}
            />
            <Choice
              label="What it hears of"
              value={hears}
              onChange={setHears}
              options={[
                { value: "everything", text: "Everything" },
                { value: "some", text: "Only some events" },
              ]}
            />
            {hears === "some" && (
              <fieldset class="event-types">
                <legend class="visually-hidden">Events</legend>
                {offered.map((type) => (
                  <CheckField
                    key={type}
                    label={type}
                    checked={chosen.includes(type)}
                    onChange={(on) => toggle(type, on)}
                  />
                ))}
              </fieldset>
            )}
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
