import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useId, useState } from "preact/hooks";
import { explain } from "../../../api/api-error.ts";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { FileButton } from "../../../ui/forms/file-button.tsx";
import { brandingPath } from "./branding-path.ts";

/** The same limit as on the server. */
const bytesMax = 512 * 1024;

interface LogoFieldProps {
  readonly logoUrl: string | null;
  readonly onSaved: () => Promise<void>;
}

/** Saves a logo as soon as it is chosen. */
export function LogoField({ logoUrl, onSaved }: LogoFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const change = async (method: "PUT" | "DELETE", file?: File) => {
    if (file && file.size > bytesMax) {
      setProblem("A logo has at most 512 KB.");
      return;
    }
    try {
      await request(method, `${brandingPath}/logo`, file);
      await onSaved();
      setProblem(undefined);
      toast(file ? "The logo is saved." : "The logo is removed.");
    } catch (error) {
      setProblem(explain(error));
    }
  };
  return (
    <div class="field">
      <span class="label">Logo</span>
      <div class="logo-field">
        {logoUrl && <img src={pathTo(logoUrl)} alt="Your logo" />}
        <FileButton
          label="Logo"
          accept="image/png,image/svg+xml"
          hintId={`${id}-hint`}
          onFile={(file) => void change("PUT", file)}
        >
          Choose a file
        </FileButton>
        {logoUrl && (
          <Button size="small" kind="quiet" onClick={() => void change("DELETE")}>
            Remove the logo
          </Button>
        )}
      </div>
      <p class="hint" id={`${id}-hint`}>
        PNG or SVG, at most 512 KB.
      </p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
