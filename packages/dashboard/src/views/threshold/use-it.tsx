import { useState } from "preact/hooks";
import { Code } from "../../ui/code.tsx";
import { Panel } from "../../ui/parts.tsx";
import { Tabs } from "../../ui/tabs.tsx";

const languages = ["curl", "TypeScript", "Python"] as const;
type Language = (typeof languages)[number];

/** The line of code that sets this threshold in a request. */
function lineOf(language: Language, threshold: number): string {
  switch (language) {
    case "curl":
      return `-F threshold=${threshold}`;
    case "TypeScript":
      return `await selfsame.verify({ reference, selfie, threshold: ${threshold} });`;
    case "Python":
      return `data={"threshold": "${threshold}"}`;
  }
}

export function UseIt({ threshold, standard }: { readonly threshold: number; readonly standard: number }) {
  const [language, setLanguage] = useState<Language>("curl");
  const line = lineOf(language, threshold);
  return (
    <Panel
      title="Send it with a request"
      lead={
        threshold === standard
          ? "This is the default. A request needs no threshold of its own."
          : "A verify request of version 3 can name its threshold, which comes before every saved one."
      }
    >
      <Tabs
        label="Language"
        value={language}
        onChange={setLanguage}
        tabs={languages.map((value) => ({ value, text: value }))}
      >
        <Code label={`${language}: the threshold in a request`} copy={line}>
          {line}
        </Code>
      </Tabs>
    </Panel>
  );
}
