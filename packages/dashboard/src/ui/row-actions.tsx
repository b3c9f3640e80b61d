import { Button, ButtonLink } from "./forms/button.tsx";
import { MoreIcon } from "./icons.tsx";
import { Menu, type MenuAction } from "./menu.tsx";

interface RowActionsProps {
  /** The object of the row: "More actions for Shop". */
  readonly subject: string;
  /** The visible action; the others are in the menu. */
  readonly first?: MenuAction | undefined;
  readonly more: readonly MenuAction[];
}

/** The actions of a row: one visible, the others in a menu, where destructive ones are red and separate. */
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
