const outcome = document.querySelector("#outcome");
const photo = document.querySelector("#photo");

document.querySelector("#take").addEventListener("click", async () => {
  try {
    const capture = await window.VerifyCameraV3.capture();
    if (capture) photo.src = URL.createObjectURL(capture.blob);
    outcome.textContent = capture
      ? `${capture.width} x ${capture.height}, ${Math.round(capture.blob.size / 1000)} KB`
      : "Cancelled";
  } catch (error) {
    outcome.textContent = `${error.name}: ${error.message}`;
  }
});
