import { accentFor } from "@selfsame/verify-page/brand/accent";

interface BrandingPreviewProps {
  readonly name: string;
  readonly accent: string | null;
  readonly logoUrl: string | null;
}

/** Where no colour is chosen. */
const own = "#3b5bdb";

/** The page's first step in small, in light and in dark, as it is typed. */
export function BrandingPreview({ name, accent, logoUrl }: BrandingPreviewProps) {
  const shown = name || "shop.example";
  return (
    <div class="branding-preview" role="img" aria-label={`The page of ${shown} in light and in dark`}>
      {(["light", "dark"] as const).map((scheme) => {
        const colours = accentFor(accent ?? own, scheme);
        const filled = { background: colours.accent, color: colours.on };
        return (
          <div class={`mini-page ${scheme}`} key={scheme} aria-hidden="true">
            <div class="mini-brand">
              {logoUrl ? <img src={logoUrl} alt="" /> : <span style={filled}>{shown.slice(0, 1).toUpperCase()}</span>}
              {shown}
            </div>
            <strong>Confirm that it’s you</strong>
            <span>{shown} asks you for a selfie.</span>
            <div class="mini-button" style={filled}>
              Agree and continue
            </div>
            <div class="mini-link" style={{ color: colours.accent }}>
              Not now
            </div>
          </div>
        );
      })}
    </div>
  );
}
