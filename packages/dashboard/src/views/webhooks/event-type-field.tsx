import { eventTypes } from "@selfsame/platform/events/event-types";
import { FilterField } from "../../ui/list.tsx";

/** Chooses the event type of a view: `type` in its address. */
export function EventTypeField() {
  return (
    <FilterField
      label="Event type"
      every="Every type"
      name="type"
      options={eventTypes.map((value) => ({ value, text: value }))}
    />
  );
}
