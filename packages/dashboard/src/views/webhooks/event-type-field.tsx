import { eventTypes } from "@selfsame/server/platform/events/event-types";
import { FilterField } from "../../ui/list.tsx";

/** Which type of event a view is about: `type` in its address. */
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
