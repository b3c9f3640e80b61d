/** Downloads a file that this page created. @param text JSON */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/ld+json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read the data after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
