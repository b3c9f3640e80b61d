/** The shop's two pages. */
const escape = (text) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const layout = (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
  main { max-width: 26rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.9rem; letter-spacing: -0.02em; line-height: 1.2; margin: 0 0 0.5rem; }
  form, label { display: grid; grid-template-columns: minmax(0, 1fr); }
  form { gap: 1rem; margin-top: 1.5rem; }
  label { gap: 0.3rem; font-weight: 600; }
  input { font: inherit; padding: 0.6rem 0.75rem; border: 1px solid #8b8b97; border-radius: 0.6rem; }
  button { font: inherit; font-weight: 600; min-height: 3rem; border: 0; border-radius: 0.75rem; color: #fff; background: #0a6b4f; cursor: pointer; }
  button.second { color: inherit; background: none; border: 1px solid #8b8b97; }
  .test { padding: 0.4rem 0.75rem; border-radius: 0.5rem; background: #fdf3df; color: #704900; font-size: 0.9rem; }
</style>
<main>
${body}
</main>
</html>`;

export function homePage({ service, isTest }) {
  return layout(
    "Aurora Bikes",
    `${isTest ? '<p class="test">Test key: nobody is looked at, you choose the outcome.</p>' : ""}
<h1>Aurora Bikes</h1>
<p>Rent a bike in a minute. We only need to know that it’s you.</p>
<form method="post" action="/sign-up" enctype="multipart/form-data">
  <label>Name <input name="name" required autocomplete="name" maxlength="100"></label>
  <label>Photo of your ID <input type="file" name="photo" accept="image/jpeg,image/png"></label>
  <button>Sign up</button>
  <button class="second" type="button" id="here">Sign up in a dialog</button>
</form>
<script src="${escape(service)}/embed.js"></script>
<script>
  document.querySelector("#here").addEventListener("click", async () => {
    const form = document.querySelector("form");
    if (!form.reportValidity()) return;
    const body = new FormData(form);
    const answer = await fetch("/sign-up", { method: "POST", body, headers: { accept: "application/json" } });
    const { url } = await answer.json();
    const { status } = await Selfsame.open(url);
    const session = "vs_" + new URL(url).hash.slice(1, 23);
    if (status === "done") location.assign("/welcome?session=" + session);
  });
</script>`,
  );
}

export function welcomePage(customer) {
  if (!customer) return layout("Not found", "<h1>We don’t know this sign-up</h1><p><a href='/'>Start again</a></p>");
  const name = escape(customer.name);
  return layout(
    "Aurora Bikes",
    `<div role="status"><h1 id="title">One moment…</h1></div>
<p><a href="/">Start again</a></p>
<script>
  const words = {
    verified: "Welcome, " + ${JSON.stringify(name)},
    failed: "We could not confirm that it’s you",
    expired: "The link has expired",
    cancelled: "The sign-up was cancelled",
  };
  // The webhook may come a moment after the person.
  const look = async () => {
    const { status } = await (await fetch("/status" + location.search)).json();
    if (words[status]) document.querySelector("#title").innerHTML = words[status];
    else setTimeout(look, 500);
  };
  look();
</script>`,
  );
}
