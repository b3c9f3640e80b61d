import type { Page } from "playwright-core";

/** Drops files from outside the browser on the page. */
export async function drop(page: Page, files: readonly Buffer[]): Promise<void> {
  const data = files.map((file) => file.toString("base64"));
  await page.evaluate((photos) => {
    const transfer = new DataTransfer();
    for (const [index, photo] of photos.entries()) {
      const bytes = Uint8Array.from(atob(photo), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], `photo-${index}.jpg`, { type: "image/jpeg" }));
    }
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, data);
}
