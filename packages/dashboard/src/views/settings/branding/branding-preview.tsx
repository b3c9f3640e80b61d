import type { Branding } from "@selfsame/server/api/v3/schemas/branding";
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { theme } from "../../../state/theme.ts";
import { Choice } from "../../../ui/forms/choice.tsx";
import { Skeleton } from "../../../ui/loaded.tsx";
import type * as hosted from "./hosted-page.tsx";

type HostedPage = typeof hosted;
type Scheme = "light" | "dark";

/** Frame sizes in CSS pixels of the page; branding.css defines how much smaller they are shown. */
const screens = [
  { name: "phone", width: 390, height: 800 },
  { name: "laptop", width: 1280, height: 800 },
] as const;

const darkNow = (): boolean =>
  theme.value === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme.value === "dark";

/** The first step of the hosted page, updated as the person types. It runs the page's own code in frames of a phone's and a laptop's size. */
export function BrandingPreview({ branding }: { readonly branding: Branding }) {
  const [page, setPage] = useState<HostedPage | "failed">();
  const [scheme, setScheme] = useState<Scheme>(() => (darkNow() ? "dark" : "light"));
  useEffect(() => {
    import("./hosted-page.tsx").then(setPage, () => setPage("failed"));
  }, []);
  if (page === undefined) return <Skeleton lines={4} />;
  if (page === "failed") return <p class="hint">The preview could not be loaded. Reload the page to see it.</p>;
  return (
    <div class="branding-preview">
      <div class="preview-head">
        <span class="label">Preview</span>
        <Choice
          label="Color scheme of the preview"
          value={scheme}
          options={[
            { value: "light", text: "Light" },
            { value: "dark", text: "Dark" },
          ]}
          onChange={setScheme}
        />
      </div>
      <div class="preview-screens">
        {screens.map((screen) => (
          <Screen key={screen.name} {...screen} page={page} branding={branding} scheme={scheme} />
        ))}
      </div>
    </div>
  );
}

interface ScreenProps {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly page: HostedPage;
  readonly branding: Branding;
  readonly scheme: Scheme;
}

function Screen({ name, width, height, page, branding, scheme }: ScreenProps) {
  const ref = useRef<HTMLIFrameElement>(null);
  const draw = () => {
    const frame = ref.current;
    const inside = frame?.contentDocument;
    if (!frame || !inside) return;
    page.style(frame, scheme);
    render(<page.HostedPage branding={branding} scheme={scheme} />, inside.body);
  };
  useEffect(draw, [page, branding, scheme]);
  useEffect(() => {
    const body = ref.current?.contentDocument?.body;
    return () => {
      if (body) render(null, body);
    };
  }, []);
  return (
    <figure class={`preview-screen ${name}`} style={{ "--width": width, "--height": height }}>
      {/* A preview: nothing in it can be pressed or focused. */}
      <div class="preview-frame">
        <iframe
          // Firefox creates the document of a new frame a moment later.
          onLoad={draw}
          ref={ref}
          title={`The hosted page on a ${name}`}
          width={width}
          height={height}
          tabIndex={-1}
          inert
        />
      </div>
      <figcaption>On a {name}</figcaption>
    </figure>
  );
}
