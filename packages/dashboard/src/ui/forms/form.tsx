import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ApiError, explain } from "../../api/api-error.ts";
import { discardDraft, hasDraft } from "../../state/drafts.ts";
import { FieldProblems, invalidFields, problemsIn } from "./field-problems.ts";
import { Button } from "./button.tsx";

interface FormProps {
  readonly submit: string;
  /** @throws ApiError, which is shown beside its field if the form has it, otherwise below the form */
  readonly onSubmit: () => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
  /** Label of the cancel button. Default: "Cancel". */
  readonly cancel?: string | undefined;
  /** The form's id in drafts.ts: input is stored until it is sent or discarded. */
  readonly draft?: string | undefined;
  /** Renders the form anew after its draft was discarded; for forms without a cancel button. */
  readonly onDiscarded?: (() => void) | undefined;
  readonly danger?: boolean | undefined;
  /** Disables submitting while the input is incomplete. */
  readonly disabled?: boolean | undefined;
  /** Fields that show their own errors. */
  readonly fields?: readonly string[];
  readonly children: (problems: Readonly<Record<string, string | undefined>>) => ComponentChildren;
  readonly className?: string;
}

export function Form({ submit, onSubmit, onCancel, danger, disabled, fields = [], children, ...rest }: FormProps) {
  const { className = "form", cancel = "Cancel", draft, onDiscarded } = rest;
  const [restored] = useState(() => draft !== undefined && hasDraft(draft));
  const discard = () => draft !== undefined && discardDraft(draft);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const field = failure instanceof ApiError ? failure.details.field : null;
  const placed = field !== null && fields.includes(field);
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const send = async (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (busy) return;
    const invalid = invalidFields(event.currentTarget);
    setOwn(problemsIn(invalid));
    if (invalid[0]) return invalid[0].focus();
    setBusy(true);
    setFailure(undefined);
    try {
      await onSubmit();
      discard();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class={className}
      noValidate
      onSubmit={(event) => void send(event)}
      // Clears the error of a field that the person is correcting.
      onInput={({ target }) => {
        const id = target instanceof HTMLElement ? target.id : "";
        if (Object.hasOwn(own, id)) setOwn(Object.fromEntries(Object.entries(own).filter(([of]) => of !== id)));
      }}
    >
      {restored && draft !== undefined && hasDraft(draft) && (
        <p class="hint restored">Restored: what you typed here before, and did not send.</p>
      )}
      <FieldProblems.Provider value={own}>
        {children(placed && field !== null ? { [field]: explain(failure) } : {})}
      </FieldProblems.Provider>
      {failure !== undefined && !placed && (
        <p class="problem" role="alert">
          {explain(failure)}
        </p>
      )}
      <div class="actions">
        {onCancel && (
          <Button
            onClick={() => {
              discard();
              onCancel();
            }}
          >
            {cancel}
          </Button>
        )}
        {onDiscarded && draft !== undefined && hasDraft(draft) && (
          <Button
            onClick={() => {
              discard();
              onDiscarded();
            }}
          >
            Discard changes
          </Button>
        )}
        <Button type="submit" kind={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
