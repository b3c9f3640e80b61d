import type { Factors } from "@selfsame/server/api/dashboard/answers/sign-in";
import { Button } from "../../../ui/forms/button.tsx";
import { Badge } from "../../../ui/parts.tsx";
import { Time } from "../../../ui/words/time.tsx";

interface FactorListProps {
  readonly factors: Factors;
  readonly onSetUpApp: () => void;
  readonly onRemoveApp: () => void;
  readonly onRenewCodes: () => void;
}

/** The authenticator app, and the recovery codes of people with a second factor. */
export function FactorList({ factors, onSetUpApp, onRemoveApp, onRenewCodes }: FactorListProps) {
  const { appSinceMs, recoveryCodesLeft, passkeys } = factors;
  return (
    <dl class="factors">
      <div>
        <dt>Authenticator app</dt>
        <dd>
          {appSinceMs === null ? (
            <span class="faint">none</span>
          ) : (
            <span>
              <Badge tone="good">on</Badge> since <Time atMs={appSinceMs} />
            </span>
          )}
        </dd>
        <dd class="factor-actions">
          <Button size="small" onClick={onSetUpApp}>
            {appSinceMs === null ? "Set up an app" : "Set up another app"}
          </Button>
          {appSinceMs !== null && (
            <Button size="small" kind="quiet" label="Remove the app" onClick={onRemoveApp}>
              Remove
            </Button>
          )}
        </dd>
      </div>
      {(appSinceMs !== null || passkeys.length > 0) && (
        <div>
          <dt>Recovery codes</dt>
          <dd>
            {recoveryCodesLeft > 3 ? `${recoveryCodesLeft} left` : <Badge tone="warn">{recoveryCodesLeft} left</Badge>}
          </dd>
          <dd class="factor-actions">
            <Button size="small" onClick={onRenewCodes}>
              Create new codes
            </Button>
          </dd>
        </div>
      )}
    </dl>
  );
}
