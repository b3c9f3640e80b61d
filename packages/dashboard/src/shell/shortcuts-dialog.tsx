import { Dialog } from "../ui/dialogs/dialog.tsx";
import { paletteKeys } from "./keyboard.ts";
import { myViews } from "./views.ts";

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["Search and commands", [paletteKeys]],
    ["Search this view", ["/"]],
    ["This list", ["?"]],
    ...myViews().map(({ title, letter }) => [title, ["g", letter]] as const),
  ];
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl class="facts">
        {rows.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
