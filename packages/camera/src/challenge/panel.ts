import { aimOf, directionOf, dotEffort, type Gesture, nameOf, noseOf, type Task } from "@selfsame/face/assess/gestures";
import { html, svg } from "../view/elements.ts";
import type { Towards } from "../view/ring.ts";
import type { View } from "../view/view.ts";
import { createDrawing } from "./drawing.ts";
import css from "./panel.css?inline";
import { filled } from "@selfsame/texts/wording";
import type { ChallengeTexts } from "@selfsame/texts/challenge";

/** The challenge's part of the view: the drawing beside the words, progress, and buttons. */
export interface Panel {
  /** Shows a step. @param number from 1 */
  show(task: Task, number: number, count: number): void;
  /** Shows where the nose points, with a dot to follow. */
  point(neutral: Gesture, now: Gesture): void;
  say(words: string): void;
  /** Shows that the step was seen. */
  tick(): void;
  offer(buttons: { readonly other: boolean; readonly shutter: boolean }): void;
  /** Announces colors, with a button to go without. */
  announceColors(are: "coming" | "shown" | undefined): void;
  wait(): void;
  /** Resolves when the person wants to try again. */
  explain(reason: string, signal: AbortSignal): Promise<void>;
  hide(): void;
  /** Set while a step is played. */
  onOther: (() => void) | undefined;
  onShutter: (() => void) | undefined;
  onWithoutColors: (() => void) | undefined;
}

export function createPanel(view: View, texts: ChallengeTexts, shutterName: string): Panel {
  const parts = addParts(view, texts, shutterName);
  const { drawing, dots, number, count, coming, other, withoutColors, shutter, again } = parts;
  const { dataset } = view.dialog;
  let towards: Towards | undefined;
  const shown = (element: HTMLElement, is: boolean) => toggle(view.dialog, element, is);
  const panel: Panel = {
    onOther: undefined,
    onShutter: undefined,
    onWithoutColors: undefined,
    show(task, at, of) {
      view.offer("", false);
      const step = nameOf(task);
      dataset["step"] = step;
      dataset["part"] = drawing.draw(task);
      if (typeof task === "string") delete dataset["dot"];
      else {
        dataset["dot"] = String(task.dot);
        const { right, up } = directionOf(task);
        place(view, "dot", right, up);
        place(view, "nose", 0, 0);
      }
      towards = towardsOf(task, view.video.classList.contains("mirrored"));
      number.textContent = filled(texts.step_count, { number: at, count: of });
      drawDots(dots, at, of);
      count.hidden = false;
      panel.say(texts[step]);
    },
    point(neutral, now) {
      const { right, up, reach } = aimOf(neutral, now);
      const most = Math.max(reach, dotEffort);
      place(view, "nose", right / most, up / most);
    },
    say: (words) => view.say(words, "seen", towards),
    tick: () => view.say(texts.step_done, "done"),
    offer(buttons) {
      shown(other, buttons.other);
      shown(shutter, buttons.shutter);
      shown(again, false);
    },
    announceColors(are) {
      shown(withoutColors, are !== undefined);
      coming.hidden = are !== "coming";
      if (are !== "shown") return;
      view.offer("", false);
      count.hidden = true;
      dataset["step"] = "light";
      delete dataset["part"];
      towards = undefined;
      panel.say(texts.colors);
    },
    wait() {
      panel.hide();
      view.say(texts.checking, "opening");
    },
    async explain(reason, signal) {
      panel.hide();
      view.say(reason, "searching");
      shown(again, true);
      again.focus();
      await clicked(again, signal);
      panel.hide();
    },
    hide() {
      delete dataset["step"];
      delete dataset["part"];
      delete dataset["dot"];
      view.offer("", false);
      count.hidden = true;
      panel.offer({ other: false, shutter: false });
      panel.announceColors(undefined);
    },
  };
  other.addEventListener("click", () => panel.onOther?.());
  shutter.addEventListener("click", () => panel.onShutter?.());
  withoutColors.addEventListener("click", () => panel.onWithoutColors?.());
  return panel;
}

/** Adds the challenge's elements to the view. */
function addParts(view: View, texts: ChallengeTexts, shutterName: string) {
  const dots = svg("svg", { "aria-hidden": "true" });
  const number = html("span");
  const count = html("p", { class: "count", hidden: "" }, dots, number);
  const other = button("plain", texts.other_step);
  const again = button("again", texts.try_again);
  const withoutColors = button("plain", texts.without_colors);
  const coming = html("p", { class: "note", hidden: "" }, document.createTextNode(texts.colors_follow));
  const shutter = button("shutter", "");
  shutter.setAttribute("aria-label", shutterName);
  view.addStyle(css);
  const drawing = createDrawing();
  view.hint.prepend(drawing.element);
  view.scrim.append(svg("circle", { class: "nose-mark", r: "9" }), svg("circle", { class: "dot-mark", r: "14" }));
  view.bottom.append(count, coming, html("div", { class: "choices" }, other, withoutColors, shutter, again));
  return { drawing, dots, number, count, coming, other, withoutColors, shutter, again };
}

/** Places a mark, in half widths and heights of the oval, as the person sees it: right and up. */
function place({ video, dialog }: View, mark: "dot" | "nose", right: number, up: number): void {
  const mirrored = video.classList.contains("mirrored") ? 1 : -1;
  dialog.style.setProperty(`--${mark}-x`, (right * mirrored).toFixed(3));
  dialog.style.setProperty(`--${mark}-y`, (-up).toFixed(3));
}

/** Moves the focus away from a button before hiding it, so that the page does not get it. */
function toggle(dialog: HTMLDialogElement, element: HTMLElement, isShown: boolean): void {
  const hadFocus = !isShown && (element.getRootNode() as ShadowRoot).activeElement === element;
  element.hidden = !isShown;
  if (hadFocus) dialog.focus();
}

const clicked = (element: HTMLElement, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve, reject) => {
    element.addEventListener("click", resolve, { once: true, signal });
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

function button(name: string, words: string): HTMLButtonElement {
  return html("button", { type: "button", class: name, hidden: "" }, document.createTextNode(words));
}

function drawDots(dots: SVGSVGElement, at: number, of: number): void {
  const circles = Array.from({ length: of }, (_, i) => {
    const state = i + 1 < at ? "past" : i + 1 === at ? "now" : "";
    return svg("circle", { class: state, cx: String(8 + 16 * i), cy: "4", r: "3.5" });
  });
  dots.setAttribute("viewBox", `0 0 ${16 * of} 8`);
  dots.replaceChildren(...circles);
}

/** Direction of the nose, in the degrees of a dot. */
const ways: Readonly<Record<number, Towards>> = { 0: "right", 90: "up", 180: "left", 270: "down" };

/** Direction of a step that turns the head. In a mirror the person's left is on the left. */
function towardsOf(task: Task, mirrored: boolean): Towards | undefined {
  const nose = typeof task === "string" ? noseOf(task) : undefined;
  if (nose === undefined) return undefined;
  // In a picture that is not mirrored the person's right is on the left.
  return ways[(mirrored ? nose : 540 - nose) % 360];
}
