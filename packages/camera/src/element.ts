import { VerifyCameraV3 } from "./camera-v3.ts";

const name = "selfsame-camera";
/** Events of a capture, which the element dispatches under the same names with the same details. */
const told = ["open", "hint", "capture", "cancel", "error", "close"] as const;

/**
 * Defines `<selfsame-camera>`, which shows the camera inside itself. Its attributes are the options of a capture: `challenge`, `public-key`, `nonce`,
 * `language`, `facing-mode`, `intro` (its value is the text), `privacy-url`; with `autostart` it starts when it is connected to the page. Repeated calls
 * do nothing.
 */
export function defineElement(): void {
  // On a server without a page, or if another copy was first.
  if (!("customElements" in globalThis) || customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      #camera: VerifyCameraV3 | undefined;

      connectedCallback(): void {
        // Custom elements are inline by default and then have no size. Pages override both.
        if (getComputedStyle(this).display === "inline") this.style.display = "block";
        if (this.clientHeight === 0) this.style.height = "min(80vh, 560px)";
        // Nobody awaits this one: the event `error` reports failures.
        if (this.hasAttribute("autostart")) this.#autostart();
      }

      /** If the element was only moved, its camera is still closing. */
      #autostart(): void {
        const start = () => {
          if (this.isConnected) this.start().catch(() => undefined);
        };
        if (this.#camera) this.#camera.addEventListener("close", start);
        else start();
      }

      disconnectedCallback(): void {
        this.stop();
      }

      /** Like VerifyCameraV3.start(). Results are also dispatched as events. */
      async start(): ReturnType<VerifyCameraV3["start"]> {
        if (this.#camera) return this.#camera.start();
        try {
          this.#camera = this.#create();
        } catch (error) {
          this.dispatchEvent(new CustomEvent("error", { detail: error }));
          throw error;
        }
        return this.#camera.start();
      }

      /** @throws TypeError if the attributes are invalid */
      #create(): VerifyCameraV3 {
        const of = (attribute: string) => this.getAttribute(attribute) ?? "";
        const challenge = this.getAttribute("challenge");
        const [nonce, text, privacyUrl] = [of("nonce"), of("intro"), of("privacy-url")];
        const camera = new VerifyCameraV3({
          container: this,
          challenge: challenge === "if_unsure" ? challenge : challenge !== null,
          publicKey: of("public-key"),
          language: of("language"),
          facingMode: of("facing-mode") === "environment" ? "environment" : "user",
          ...(nonce && { nonce }),
          ...(this.hasAttribute("intro") && { intro: { text, ...(privacyUrl && { privacyUrl }) } }),
        });
        for (const type of told) {
          camera.addEventListener(type, (event) => {
            this.dispatchEvent(new CustomEvent(type, { detail: (event as CustomEvent).detail }));
          });
        }
        camera.addEventListener("close", () => {
          this.#camera = undefined;
        });
        return camera;
      }

      stop(): void {
        this.#camera?.stop();
      }
    },
  );
}
