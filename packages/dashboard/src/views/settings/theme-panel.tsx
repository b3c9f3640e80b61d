import { theme, themes } from "../../state/theme.ts";
import { Choice } from "../../ui/forms/choice.tsx";
import { Panel } from "../../ui/parts.tsx";
import { title } from "../../ui/words/words.ts";

export function ThemePanel() {
  return (
    <Panel
      title="Theme"
      lead="Stored in this browser."
      aside={
        <Choice
          label="Theme"
          value={theme.value}
          options={themes.map((value) => ({ value, text: title(value) }))}
          onChange={(value) => (theme.value = value)}
        />
      }
    >
      {null}
    </Panel>
  );
}
