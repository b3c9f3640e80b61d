import { Button, ButtonLink } from "./forms/button.tsx";
import { MoreIcon } from "./icons.tsx";
import { Menu, type MenuAction } from "./menu.tsx";

interface RowActionsProps {
  /** What the row is about: "More actions for Shop". */
  readonly subject: string;
  /** The one in view; the others are in the menu. */
  readonly first?: MenuAction | undefined;
  readonly more: readonly MenuAction[];
}

/** At the end of a row: one action in view, and a menu for the others, in which what ends something is red and apart. */
export function RowActions({ subject, first, more }: RowActionsProps) {
  return (
    <span class="row-actions">
      {first && <FirstAction action={first} />}
      {more.length > 0 && (
        <Menu label={`More actions for ${subject}`} actions={more} className="button quiet small more-actions">
          <MoreIcon />
        </Menu>
      )}
    </span>
  );
}

function FirstAction({ action: { text, label, run, disabled } }: { readonly action: MenuAction }) {
  return typeof run === "object" ? (
    <ButtonLink size="small" kind="quiet" label={label} href={run.href}>
      {text}
    </ButtonLink>
  ) : (
    <Button size="small" kind="quiet" label={label} disabled={disabled} onClick={run}>
      {text}
    </Button>
  );
}
