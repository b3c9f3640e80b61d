import { useState } from "preact/hooks";
import { may } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { SelectField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import type { Place } from "./places.ts";

interface SaveFormProps {
  readonly threshold: number;
  /** The places where this person may save a threshold. */
  readonly places: readonly Place[];
}

export function SaveForm({ threshold, places }: SaveFormProps) {
  const [chosen, setChosen] = useState("");
  const place = places.find(({ id }) => id === chosen) ?? places[0];
  if (!place) {
    return (
      <p class="hint">
        {may("developer")
          ? "There is no active key. Create one to save a threshold for it."
          : "A developer can save a threshold for a key, an admin for the team and sessions."}
      </p>
    );
  }
  return (
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
          options={places.map(({ id, name, about }) => ({ value: id, text: `${name}: ${about}` }))}
          onChange={setChosen}
        />
      )}
    </Form>
  );
}
