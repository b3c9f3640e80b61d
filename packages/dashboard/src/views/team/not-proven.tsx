import { Badge } from "../../ui/parts.tsx";

/** Of somebody's e-mail address: nobody has used a link that went there by mail alone. */
export function NotProven() {
  return (
    <span title="This address is not verified: it may belong to somebody else.">
      <Badge>address not verified</Badge>
    </span>
  );
}
