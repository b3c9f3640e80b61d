import { useState } from "preact/hooks";
import { Button } from "../../ui/forms/button.tsx";
import { FileButton } from "../../ui/forms/file-button.tsx";
import { Panel } from "../../ui/parts.tsx";
import { useDroppedFiles } from "../playground/photos/dropped.ts";
import type { Curve } from "./curves.ts";
import { fileBytesMax, readOwnResults } from "./own-results.ts";

interface OwnPanelProps {
  readonly name: string | undefined;
  readonly onRead: (curves: readonly Curve[], name: string) => void;
  readonly onForget: () => void;
}

/** Results of the customer's own people, read in the browser and never sent. */
export function OwnPanel({ name, onRead, onForget }: OwnPanelProps) {
  const [problem, setProblem] = useState("");
  const read = async (file: File) => {
    if (file.size > fileBytesMax) {
      setProblem("This file is larger than 5 MB: it is not what evaluate writes.");
      return;
    }
    const results = readOwnResults(await file.text());
    setProblem(results.outcome === "refused" ? results.problem : "");
    if (results.outcome === "read") onRead(results.curves, file.name);
  };
  useDroppedFiles(([file]) => file && void read(file));
  return (
    <Panel
      title="Your own people"
      lead={
        <>
          No public set looks like your callers. Measure yours with{" "}
          <code>npm run evaluate -- --pairs pairs.csv --groups gender --json results.json</code>, and drop the file
          anywhere on this page. It stays in this browser.
        </>
      }
    >
      <div class="own-results">
        <FileButton
          label="Results of evaluate: choose a file"
          accept=".json,application/json"
          onFile={(file) => void read(file)}
        >
          Choose a file
        </FileButton>
        {name !== undefined && (
          <>
            <span>
              Shown: <code>{name}</code>
            </span>
            <Button size="small" kind="quiet" onClick={onForget}>
              Remove it
            </Button>
          </>
        )}
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </Panel>
  );
}
