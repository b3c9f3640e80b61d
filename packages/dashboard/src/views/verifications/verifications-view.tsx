import { route } from "../../state/route.ts";
import { EvidenceView } from "./evidence/evidence-view.tsx";
import { SessionListView } from "./session-list-view.tsx";
import { SessionView } from "./session/session-view.tsx";

/** All verification sessions; at `#/verifications/vs_...`, one of them; at `#/verifications/vs_.../evidence`, its encrypted photos. */
export function VerificationsView() {
  const [, id, part] = route.value.path;
  if (id === undefined) return <SessionListView />;
  return part === "evidence" ? <EvidenceView key={id} id={id} /> : <SessionView key={id} id={id} />;
}
