import { chooseMode, mode } from "../state/mode.ts";
import { Choice } from "../ui/forms/choice.tsx";
import { currentView } from "./views.ts";

/** Switches between live and test data, in views that show one of them. */
export function ModeSwitch() {
  const applies = currentView()?.byMode === true;
  return (
    <div class="mode-switch" title={applies ? undefined : "This view shows live and test together."}>
      <Choice
        label="Data shown"
        value={mode.value}
        disabled={!applies}
        options={[
          { value: "live", text: "Live", label: "Live data" },
          { value: "test", text: "Test", label: "Test data" },
        ]}
        onChange={chooseMode}
      />
    </div>
  );
}

export function TestNote() {
  if (mode.value !== "test" || currentView()?.byMode !== true) return null;
  return <p class="test-note">Test data, from test keys. No photo was analyzed, and nothing counts toward the plan.</p>;
}
