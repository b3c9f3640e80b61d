import { SelfsameCamera } from "@selfsame/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

function SignUp() {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState("");
  const finish = (line) => {
    setOpen(false);
    setOutcome(line);
  };
  if (open) {
    return (
      <>
        <SelfsameCamera
          from="https://faces.example.com"
          onCapture={async (capture) => finish(await send(capture))}
          onCancel={() => finish("Another time, then.")}
          onError={({ name }) => finish(`No photo: ${name}`)}
        />
        <button onClick={() => finish("")}>Not now</button>
      </>
    );
  }
  return (
    <>
      <button onClick={() => setOpen(true)}>Take a selfie</button>
      <p role="status">{outcome}</p>
    </>
  );
}

/** To a backend of your own, which sends it on with its private key. */
async function send({ blob }) {
  const form = new FormData();
  form.set("selfie", blob, "selfie.jpg");
  const { ok } = await fetch("/my-backend/selfie", { method: "POST", body: form });
  return ok ? "Thank you." : "Please try again.";
}

createRoot(document.querySelector("#app")).render(
  <StrictMode>
    <SignUp />
  </StrictMode>,
);
