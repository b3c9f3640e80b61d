import type { Branding } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../../state/session.ts";
import { useResource } from "../../../state/resource.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { BrandingForm } from "./branding-form.tsx";
import { BrandingPreview } from "./branding-preview.tsx";

export function BrandingPanel() {
  const branding = useResource<Branding>("/branding");
  return (
    <Panel title="Branding" lead="How the hosted page looks to the people who verify.">
      <Loaded from={branding} lines={4}>
        {(data) =>
          may("admin") ? <BrandingForm saved={data} onSaved={branding.put} /> : <BrandingShown saved={data} />
        }
      </Loaded>
    </Panel>
  );
}

/** For who may not change it. */
function BrandingShown({
  saved: { name, accent, privacyUrl, controller, contact, logoUrl },
}: {
  readonly saved: Branding;
}) {
  return (
    <div class="branding">
      <div class="branding-fields">
        <Facts
          facts={[
            ["Name", name ?? "not set"],
            ["Color", accent ?? "not set"],
            ["Privacy policy", privacyUrl ?? "not set"],
            ["Controller", controller ?? "not set"],
            ["Contact", contact ?? "not set"],
          ]}
        />
        <RoleHint needs="admin" to="change the branding" />
      </div>
      <BrandingPreview branding={{ name, accent, privacyUrl, controller, contact, logoUrl }} />
    </div>
  );
}
