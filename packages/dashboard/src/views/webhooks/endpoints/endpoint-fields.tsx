import { eventTypes } from "@selfsame/platform/events/event-types";
import { Choice } from "../../../ui/forms/choice.tsx";
import { CheckField, TextField } from "../../../ui/forms/field.tsx";

/** An endpoint's URL and event types, as entered in the form. */
export interface EndpointDraft {
  readonly url: string;
  readonly hears: "everything" | "some";
  readonly chosen: readonly string[];
}

export const draftTypes = ({ hears, chosen }: EndpointDraft): readonly string[] =>
  hears === "everything" ? [] : chosen;

/** A ping is sent to its endpoint whatever types are chosen, so it is not offered. */
const offered = eventTypes.filter((type) => type !== "ping");

interface EndpointFieldsProps {
  readonly draft: EndpointDraft;
  readonly onChange: (draft: EndpointDraft) => void;
  readonly problems: Readonly<Record<string, string | undefined>>;
}

export function EndpointFields({ draft, onChange, problems }: EndpointFieldsProps) {
  const { url, hears, chosen } = draft;
  const toggle = (type: string, on: boolean) =>
    onChange({ ...draft, chosen: on ? [...chosen, type] : chosen.filter((other) => other !== type) });
  return (
    <>
      <TextField
        label="Address"
        value={url}
        onInput={(text) => onChange({ ...draft, url: text })}
        problem={problems["url"]}
        hint="https, reachable from the internet."
        input={{
          type: "url",
          required: true,
          maxLength: 2048,
          placeholder: "https://shop.example/webhooks/faces",
          autocomplete: "off",
          spellcheck: false,
        }}
      />
      <Choice
        label="Events it receives"
        value={hears}
        onChange={(value) => onChange({ ...draft, hears: value })}
        options={[
          { value: "everything", text: "Everything" },
          { value: "some", text: "Only some events" },
        ]}
      />
      {hears === "some" && (
        <fieldset class="event-types">
          <legend class="visually-hidden">Events</legend>
          {offered.map((type) => (
            <CheckField key={type} label={type} checked={chosen.includes(type)} onChange={(on) => toggle(type, on)} />
          ))}
        </fieldset>
      )}
    </>
  );
}
