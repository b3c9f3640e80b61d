import type { ShownLight } from "../light/draw-light.ts";
import { type drawNext, drawWindow, lightWindow, type Plan, selfieWindow, type Window } from "./draw-next.ts";
import { type NewTurn, tasksOf, type Turn } from "./step-turns.ts";

/**
 * What a page is shown next: the remaining steps, then the colors one by one, and at last the request for the selfie.
 * @returns a function whose last argument is whether colors may follow
 */
export function createNextTurn(draw: typeof drawNext, now: () => number) {
  return (plan: Plan, before: readonly Turn[], lightGoesOn = true): NewTurn => {
    const turn = (task: Turn["task"], window: Window): NewTurn => ({
      position: before.length + 1,
      task,
      shownAtMs: now(),
      ...window,
    });
    if (before.length < plan.total) return turn(draw(plan, tasksOf(before)), drawWindow());
    const lights = lightGoesOn && Array.isArray(plan.light) ? (plan.light as readonly ShownLight[]) : [];
    const light = lights[before.length - plan.total];
    return light ? turn({ light }, lightWindow(light)) : turn(undefined, selfieWindow);
  };
}
