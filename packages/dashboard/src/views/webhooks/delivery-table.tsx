import type { Deliveries, Delivery } from "@selfsame/server/api/v3/schemas/webhooks";
import { may } from "../../state/session.ts";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import type { List } from "../../ui/list/use-list.ts";
import { Empty } from "../../ui/parts.tsx";
import { EventTypeField } from "./event-type-field.tsx";
import { type DeliveryActions, deliveryColumns, deliveryCsv } from "./delivery-columns.tsx";

interface DeliveryTableProps extends DeliveryActions {
  readonly list: List<Deliveries, Delivery>;
}

export function DeliveryTable({ list, ...actions }: DeliveryTableProps) {
  return (
    <DataList
      list={list}
      search="Search by event id"
      hasRange
      filters={
        <>
          <FilterField
            label="Status"
            every="Every status"
            name="status"
            options={[
              { value: "failed", text: "Failed" },
              { value: "pending", text: "Pending" },
              { value: "delivered", text: "Delivered" },
            ]}
          />
          <EventTypeField />
        </>
      }
      caption="Deliveries"
      id={({ id }) => id}
      columns={deliveryColumns(actions)}
      file="deliveries"
      csv={deliveryCsv}
      nothing="No delivery matches"
      all="Show all deliveries"
      empty={
        <Empty title="Nothing was sent yet" whole>
          <p>
            {may("developer")
              ? "Send a test event to see the endpoint's response."
              : "Each event that is sent appears here, with the endpoint's response."}
          </p>
        </Empty>
      }
      note={() => "The newest 5,000 deliveries are stored for 30 days."}
    />
  );
}
