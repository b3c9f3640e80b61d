import { Button } from "../../ui/forms/button.tsx";
import { Table } from "../../ui/table.tsx";
import type { Place } from "./places.ts";

interface SavedThresholdsProps {
  readonly places: readonly Place[];
  readonly mayClear: (place: Place) => boolean;
  readonly onClear: (place: Place) => void;
}

export function SavedThresholds({ places, mayClear, onClear }: SavedThresholdsProps) {
  return (
    <Table
      caption="Saved thresholds"
      compact
      rows={places}
      id={({ id }) => id}
      columns={[
        {
          title: "For",
          cell: ({ name, about }) => (
            <div class="two-lines">
              <span class="strong">{name}</span>
              <span class="faint">{about}</span>
            </div>
          ),
        },
        {
          title: "Threshold",
          kind: "number",
          cell: ({ value }) => (value === null ? <span class="faint">not set</span> : value),
        },
        {
          title: "Actions",
          kind: "actions",
          cell: (place) =>
            place.value !== null &&
            mayClear(place) && (
              <Button
                size="small"
                kind="quiet"
                label={`Clear the threshold of ${place.name}`}
                onClick={() => onClear(place)}
              >
                Clear
              </Button>
            ),
        },
      ]}
    />
  );
}
