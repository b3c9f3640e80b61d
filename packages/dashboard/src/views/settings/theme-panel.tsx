import { theme, themes } from "../../state/theme.ts";
import { Choice } from "../../ui/forms/choice.tsx";
import { Panel } from "../../ui/parts.tsx";
import { titled } from "../../ui/words/words.ts";

export function ThemePanel() {
  return (
    <Panel
      title="Theme"
      lead="Stored in this browser."
      aside={
        <Choice
          label="Theme"
          value={theme.value}
          options={titled(themes)}
          onChange={(value) => (theme.value = value)}
        />
      }
    >
      {null}
    </Panel>
  );
}
