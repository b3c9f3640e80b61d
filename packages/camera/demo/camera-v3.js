const outcome = document.querySelector("#outcome");
const photo = document.querySelector("#photo");

async function take(options) {
  try {
    const capture = await window.VerifyCameraV3.capture(options);
    if (capture) photo.src = URL.createObjectURL(capture.blob);
    outcome.textContent = capture ? describe(capture) : "Cancelled";
  } catch (error) {
    outcome.textContent = `${error.name}: ${error.message}`;
  }
}

function describe({ width, height, blob, challengeToken }) {
  const size = `${width} x ${height}, ${Math.round(blob.size / 1000)} KB`;
  return challengeToken ? `${size}. Challenge passed, token ${challengeToken.slice(0, 12)}...` : size;
}

document.querySelector("#take").addEventListener("click", () => take());
// The key is one of this origin's: `selfsame keys create Demo --public --origin` and the origin of this page.
document.querySelector("#challenge").addEventListener("submit", (event) => {
  event.preventDefault();
  take({ challenge: true, publicKey: document.querySelector("#key").value.trim() });
});
