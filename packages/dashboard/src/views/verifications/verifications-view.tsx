import { route } from "../../state/route.ts";
import { SessionListView } from "./session-list-view.tsx";
import { SessionView } from "./session/session-view.tsx";

/** All verification sessions, or `#/verifications/vs_...`: one of them. */
export function VerificationsView() {
  const [, id] = route.value.path;
  return id === undefined ? <SessionListView /> : <SessionView key={id} id={id} />;
}
