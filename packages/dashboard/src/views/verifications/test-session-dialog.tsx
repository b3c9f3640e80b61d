import { useDraft } from "../../state/drafts.ts";
import type { MadeVerification } from "@selfsame/server/api/dashboard/answers/verifications";
import { request } from "../../api/request.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";

interface TestSessionProps {
  readonly onMade: (made: MadeVerification) => void;
  readonly onClose: () => void;
}

const ends = [
  { value: "", text: "When a person opens its page" },
  { value: "verified", text: "At once: verified" },
  { value: "no_match", text: "At once: failed, another person" },
  { value: "no_face", text: "At once: failed, no face seen" },
  { value: "poor_quality", text: "At once: failed, a poor photo" },
  { value: "challenge_failed", text: "At once: failed, the live challenge" },
  { value: "several_faces", text: "At once: failed, several faces" },
  { value: "presentation_attack", text: "At once: failed, a presentation attack" },
  { value: "passive_liveness_unsure", text: "At once: failed, the passive liveness check was unsure" },
  { value: "expired", text: "At once: expired" },
  { value: "cancelled", text: "At once: cancelled" },
] as const;

/** Creates a session that needs neither camera nor person, to see how an integration handles it. */
export function TestSessionDialog({ onMade, onClose }: TestSessionProps) {
  const [externalId, setExternalId] = useDraft("test-session", "externalId", "");
  const [simulate, setSimulate] = useDraft<(typeof ends)[number]["value"]>("test-session", "simulate", "");
  const create = async () => {
    const body = { ...(externalId.trim() && { externalId: externalId.trim() }), ...(simulate && { simulate }) };
    onMade(await request<MadeVerification>("POST", "/verifications", body));
  };
  return (
    <Dialog title="Create a test session" onClose={onClose}>
      <Form
        draft="test-session"
        submit="Create the session"
        onCancel={onClose}
        fields={["externalId"]}
        onSubmit={create}
      >
        {(problems) => (
          <>
            <p class="hint">
              No photo is analyzed and nothing is billed. Events are sent as for a live session, marked as a test.
            </p>
            <SelectField label="It ends" value={simulate} options={ends} onChange={setSimulate} />
            <TextField
              label="External id"
              value={externalId}
              onInput={setExternalId}
              problem={problems["externalId"]}
              hint="Your own id for the person. Optional."
              input={{ maxLength: 128, autocomplete: "off", spellcheck: false }}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
