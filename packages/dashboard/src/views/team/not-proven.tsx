import { Badge } from "../../ui/parts.tsx";

/** Of somebody's e-mail address: nobody has used a link that went there by mail alone. */
export function NotProven() {
  return (
    <span title="Nobody has used a link that was mailed to this address alone, so it may be somebody else's.">
      <Badge>address not proven</Badge>
    </span>
  );
}
