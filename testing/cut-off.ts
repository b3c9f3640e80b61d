import type { Page } from "playwright-core";

/**
 * Finds parts of the page that are out of reach: elements that extend beyond a box with hidden overflow, and elements that make the page wider than
 * its window. Ignores text for screen readers, boxes that scroll, and deliberately truncated text.
 */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // A chart that follows its box's width by script is resized within two frames.
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const clipped = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== "none" ||
      (element.parentElement !== null && clipped(element.parentElement));
    const found: string[] = [];
    for (const element of document.querySelectorAll(
      "button, a, input, select, td, th, h1, h2, h3, p, label, code, img",
    )) {
      if (element.closest("pre, .skip") || clipped(element) || element.getClientRects().length === 0) continue;
      if (getComputedStyle(element).position === "absolute" && getComputedStyle(element).opacity === "0") continue;
      const { left, right } = element.getBoundingClientRect();
      let box = element.parentElement;
      while (box && !/hidden|clip/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
      const bounds = box?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
      if (left < bounds.left - 1 || right > bounds.right + 1) found.push(element.outerHTML.slice(0, 120));
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    return found;
  });
}
