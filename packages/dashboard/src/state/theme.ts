import { effect, signal } from "@preact/signals";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storedAs = "selfsame-theme";

export const theme = signal<Theme>(read());

function read(): Theme {
  const stored = localStorage.getItem(storedAs);
  return themes.find((name) => name === stored) ?? "system";
}

export function applyTheme(): void {
  effect(() => {
    localStorage.setItem(storedAs, theme.value);
    if (theme.value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
}
