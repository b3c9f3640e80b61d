const outcome = document.querySelector("#outcome");
const photo = document.querySelector("#photo");

document.querySelector("#take").addEventListener("click", async () => {
  try {
    const data = await window.VerifyCamera.takePicture();
    if (data) photo.src = `data:image/jpeg;base64,${data}`;
    outcome.textContent = data ? `A photo of ${Math.round((data.length * 3) / 4000)} KB` : "Cancelled";
  } catch (error) {
    outcome.textContent = `${error.name}: ${error.message}`;
  }
});
