import { Badge } from "../../ui/parts.tsx";

/** An e-mail address that is not verified: nobody has used a link that was sent only to it. */
export function NotProven() {
  return (
    <span title="This address is not verified: it may belong to somebody else.">
      <Badge>address not verified</Badge>
    </span>
  );
}
