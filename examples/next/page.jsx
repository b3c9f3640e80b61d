// A page that takes a selfie. Save it as app/sign-up/page.jsx
"use client"; // The camera exists in the browser only.
import { SelfsameCamera } from "@selfsame/react";
import { useState } from "react";

export default function SignUp() {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState("");
  const finish = (line) => {
    setOpen(false);
    setOutcome(line);
  };
  if (open) {
    return (
      <SelfsameCamera
        from={process.env.NEXT_PUBLIC_SELFSAME_URL}
        style={{ height: "30rem" }}
        onCapture={async (capture) => finish(await send(capture))}
        onCancel={() => finish("No selfie was taken.")}
        onError={({ name }) => finish(`No selfie: ${name}`)}
      />
    );
  }
  return (
    <>
      <button onClick={() => setOpen(true)}>Take a selfie</button>
      <p role="status">{outcome}</p>
    </>
  );
}

/** To app/api/selfie/route.ts, which has the private key. */
async function send({ blob }) {
  const form = new FormData();
  form.set("selfie", blob, "selfie.jpg");
  const response = await fetch("/api/selfie", { method: "POST", body: form });
  if (response.ok) return "Thank you.";
  return response.status === 422 ? "Please take another selfie." : "Please try again later.";
}
