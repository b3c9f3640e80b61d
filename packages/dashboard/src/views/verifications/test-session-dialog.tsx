import type { SessionLink } from "@selfsame/server/api/v3/sessions/session-schemas";
import { useDraft } from "../../state/drafts.ts";
import { request } from "../../api/request.ts";
import { sessionsPath } from "./session-list.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";

interface TestSessionProps {
  readonly onMade: (made: SessionLink) => void;
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
    const body = { ...(externalId.trim() && { external_id: externalId.trim() }), ...(simulate && { simulate }) };
    onMade(await request<SessionLink>("POST", `${sessionsPath}?mode=test`, body));
  };
  return (
    <Dialog title="Create a test session" onClose={onClose}>
      <Form
        draft="test-session"
        submit="Create the session"
        onCancel={onClose}
        fields={["external_id"]}
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
              problem={problems["external_id"]}
              hint="Your own id for the person. Optional."
              input={{ maxLength: 128, autocomplete: "off", spellcheck: false }}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
