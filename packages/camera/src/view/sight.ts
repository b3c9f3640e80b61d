import type { Box } from "@selfsame/face/plane/geometry";

/** Neither hidden nor see-through, nor within anything that is. Browsers from before 2024 only know of sizes. */
export function isShown(element: HTMLElement): boolean {
  return element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;
}

/** @param host of the view @param stage the part of it with the oval */
export function watchSight(host: HTMLElement, stage: Element) {
  // Of a page in a frame this alone knows where the frame is.
  let onScreen = true;
  const screen = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true;
  });
  screen.observe(stage);
  return {
    /** Whether what is around the middle of the oval is on the screen, and nothing of the page lies over it. @param oval in `frame` */
    isClear(frame: DOMRect, { x, y, width, height }: Box): boolean {
      const root = host.getRootNode() as Document | ShadowRoot;
      const isOurs = (share: number) =>
        root.elementFromPoint(frame.x + x + width * share, frame.y + y + height * share) === host;
      return onScreen && [0.3, 0.5, 0.7].every(isOurs);
    },
    stop: () => screen.disconnect(),
  };
}
