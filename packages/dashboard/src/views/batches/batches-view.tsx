import { route } from "../../state/route.ts";
import { BatchListView } from "./batch-list-view.tsx";
import { BatchView } from "./batch-view.tsx";

/** All batches; at `#/batches/bt_...`, the results of one. */
export function BatchesView() {
  const [, id] = route.value.path;
  return id === undefined ? <BatchListView /> : <BatchView key={id} id={id} />;
}
