import { request } from "../../api/request.ts";
import type { Person } from "@selfsame/server/api/dashboard/answers/account";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface OperatorDialogProps {
  readonly person: Person;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function OperatorDialog({ person: { id, email, operator }, onChanged, onClose }: OperatorDialogProps) {
  const change = async () => {
    await request("PATCH", `/people/${id}`, { operator: !operator });
    toast(operator ? `${email ?? ""} is no longer an operator.` : `${email ?? ""} is an operator.`);
    onChanged();
  };
  return (
    <Confirm
      title={operator ? `Remove the operator role of ${email ?? "this person"}?` : `Make ${email ?? ""} an operator?`}
      action={operator ? "Remove the role" : "Make operator"}
      onConfirm={change}
      onClose={onClose}
    >
      <p>
        {operator
          ? "They no longer see other teams, plans, models and health. What they may do in their own teams stays."
          : "Operators see every account with its usage and log, create and close accounts, and create links to reset anybody's password."}
      </p>
    </Confirm>
  );
}
