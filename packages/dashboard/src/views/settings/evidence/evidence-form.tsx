import { useState } from "preact/hooks";
import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { saveFile } from "../../../state/save-file.ts";
import type { TeamSettingsProps } from "../../../state/setting.ts";
import { toast } from "../../../state/toasts.ts";
import { CodeSpans } from "../../../ui/code-spans.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { AreaField, TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { publicKeyIn } from "./public-key.ts";

/** The same limits as on the server. */
const days = { usual: 7, max: 90 } as const;

interface EvidenceFormProps {
  readonly saved: TeamSettings["evidence"];
  readonly change: TeamSettingsProps["team"]["change"];
}

/** No draft is stored, because the pasted text may be a private key. */
export function EvidenceForm({ saved, change }: EvidenceFormProps) {
  const [jwk, setJwk] = useState(saved ? JSON.stringify(saved.publicKey) : "");
  const [period, setPeriod] = useState(String(saved?.days ?? days.usual));
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    const publicKey = publicKeyIn(jwk);
    if (typeof publicKey === "string") return setProblem(publicKey);
    await change({ evidence: { publicKey, days: Number(period) } });
    toast("Photos of sessions created from now on are sealed to this key.");
  };
  const write = (text: string) => {
    setJwk(text);
    setProblem(undefined);
  };
  return (
    <Form submit={saved ? "Save key and days" : "Set the key"} fields={["publicKey", "days"]} onSubmit={save}>
      {(problems) => (
        <>
          <AreaField
            label="Public key"
            rows={3}
            value={jwk}
            onInput={write}
            problem={problem ?? problems["publicKey"]}
            hint={saved ? replaced : "An X25519 public key as JWK."}
          />
          <KeyMaker onMade={write} />
          <TextField
            label="Stored for, in days"
            value={period}
            onInput={setPeriod}
            problem={problems["days"]}
            hint={`From 1 to ${days.max}. Photos that are stored keep the days that they were stored with.`}
            input={{ type: "number", min: 1, max: days.max, step: 1, required: true, inputMode: "numeric" }}
          />
        </>
      )}
    </Form>
  );
}

const replaced =
  "Another key holds for sessions created from then on. Those that exist keep the present one, and so does what is stored: keep its private key until those days are over.";

/** Creates a key pair in the browser: the private key is downloaded as a file and never sent. */
function KeyMaker({ onMade }: { readonly onMade: (publicJwk: string) => void }) {
  const [file, setFile] = useState<string>();
  const [failed, setFailed] = useState(false);
  const make = async () => {
    try {
      const { makeKeyPair } = await import("@selfsame/server/features/sessions/evidence/open-photo");
      const { publicKey, privateKey, kid } = await makeKeyPair();
      const name = `evidence-private-${kid.slice(0, 8)}.jwk`;
      saveFile(`${JSON.stringify(privateKey, null, 2)}\n`, "application/json", name);
      onMade(JSON.stringify(publicKey));
      setFile(name);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div class="field">
      <div class="button-row">
        <Button size="small" onClick={() => void make()}>
          Make a key pair
        </Button>
      </div>
      {failed ? (
        <p class="problem" role="alert">
          <CodeSpans text="This browser makes no X25519 keys, or the page is not served over HTTPS. Make a pair with `selfsame evidence key`, and paste the public key." />
        </p>
      ) : (
        <p class="hint" role="status">
          {file === undefined
            ? "It is made in this browser. The private key is downloaded as a file, and never sent."
            : `The private key is in ${file}, among your downloads. Keep a copy in a safe place: without it nobody can open the photos.`}
        </p>
      )}
    </div>
  );
}
