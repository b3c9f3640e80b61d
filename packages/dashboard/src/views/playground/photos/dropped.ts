import { useEffect, useRef } from "preact/hooks";

/** Handles photos dropped anywhere on the page, or pasted. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const take = (event: Event, files: FileList | undefined) => {
      const photos = [...(files ?? [])];
      if (photos.length === 0) return;
      event.preventDefault();
      latest.current(photos);
    };
    const ended = new AbortController();
    const { signal } = ended;
    // Without it the browser would open the file in place of the page.
    document.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    document.addEventListener("drop", (event) => take(event, event.dataTransfer?.files), { signal });
    document.addEventListener("paste", (event) => take(event, event.clipboardData?.files), { signal });
    return () => ended.abort();
  }, []);
}
