/** examples/camera, next and vue: the camera on a plain page, in Vue, React and Next. Each page has another origin than the service, as usual. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { build, type Plugin } from "vite";
import { compileScript, parse } from "@vue/compiler-sfc";
import { samplePhoto } from "../packages/photo/testing/photos/sample-photos.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, remains, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { freePort } from "../testing/free-port.ts";
import { sharedService } from "../testing/service.ts";

const root = join(import.meta.dirname, "..");
const examples = join(root, "examples/camera");
const reactDir = join(root, "examples/react");
const nextPage = join(root, "examples/next/page.jsx");
const vueComponent = join(root, "examples/vue/SignUp.vue");
const vueModule = join(root, "node_modules/@vue/runtime-dom/dist/runtime-dom.esm-browser.js");
/** A size at which the film's face is right both on the whole page and in an element of the page. */
const square = {
  scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }],
  context: { viewport: { width: 720, height: 720 } },
};
const server = await sharedService();

declare global {
  interface Window {
    /** Set by a page with a Vue application. */
    app?: { unmount(): void };
  }
}

describe("the example of the camera", { skip: noBrowser }, () => {
  /** Keyed by the name under which their page loads them. */
  let bundles: ReadonlyMap<string, string>;
  let shop: Server;
  const got: Buffer[] = [];
  before(async () => {
    const made = {
      "main.jsx": bundle(join(reactDir, "main.jsx")),
      "next.js": bundle(virtualEntry, [entryOf(nextEntry)]),
      "component.js": bundle(virtualEntry, [entryOf(vueEntry), vueFiles]),
      "misspelt.js": bundle(virtualEntry, [entryOf(misspeltEntry)]),
    };
    bundles = new Map(await Promise.all(Object.entries(made).map(async ([name, code]) => [name, await code] as const)));
    shop = createServer((request, response) => void answer(request, response)).listen(0, "localhost");
    await once(shop, "listening");
  });
  after(() => {
    shop.closeAllConnections();
    shop.close();
  });

  /** Serves a customer's pages, at another origin than the service, and the backend that receives the selfies. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = (request.url ?? "").slice(1);
    const send = (type: string, text: string) =>
      response.setHeader("content-type", type).end(text.replaceAll("https://faces.example.com", server.url));
    const code = bundles.get(name);
    if (code !== undefined) send("text/javascript", code);
    else if (["next.html", "component.html", "misspelt.html"].includes(name))
      send("text/html", mountPage(name.replace("html", "js")));
    else if (name === "react.html") send("text/html", await readFile(join(reactDir, "index.html"), "utf8"));
    else if (/^\w+\.html$/.test(name)) send("text/html", await readFile(join(examples, name), "utf8"));
    else {
      if (name === "my-backend/selfie" || name === "api/selfie") got.push(await buffer(request));
      response.writeHead(204).end();
    }
  }

  async function open(page: Page, name: string): Promise<void> {
    got.length = 0;
    await page.route("https://unpkg.com/vue@3/**", (route) =>
      route.fulfill({
        path: vueModule,
        contentType: "text/javascript",
        headers: { "access-control-allow-origin": "*" },
      }),
    );
    await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/${name}`);
  }

  for (const name of ["page.html", "vue.html", "react.html", "next.html", "component.html"]) {
    test(`${name} takes a selfie and posts it`, async () => {
      await withPage(square, async (page) => {
        await open(page, name);
        await page.getByRole("button", { name: "Take a selfie" }).click();
        await page.getByText("Thank you.").waitFor();
        assert.equal(got.length, 1);
        assert.ok(got[0]?.includes("image/jpeg") && got[0].length > 10_000);
        assert.equal(await page.evaluate(() => window.kept.tracks.length), 1, "the camera is asked for once");
        assert.deepEqual(await remains(page), nothing);
      });
    });
  }

  test("the React guide's files take a selfie in development, and their backend compares it", async (t) => {
    const [page, backend] = [await freePort(), await freePort()];
    await mkdir(join(root, "dist"), { recursive: true });
    // Inside the workspace, so that its packages resolve as if they were installed.
    const dir = await mkdtemp(join(root, "dist/react-guide-"));
    t.after(() => rm(dir, { recursive: true }));
    for (const name of ["index.html", "main.jsx", "vite.config.js", "backend.mjs"]) {
      const code = await readFile(join(reactDir, name), "utf8");
      await writeFile(
        join(dir, name),
        code.replaceAll("https://faces.example.com", server.url).replaceAll("8080", String(backend)),
      );
    }
    const { x, y, width, height } = ana.face;
    const around = { left: x - 100, top: y - 120, width: width + 200, height: height + 220 };
    await sharp(samplePhoto(6)).extract(around).jpeg().toFile(join(dir, "passport.jpg"));
    const env = { ...process.env, SELFSAME_URL: server.url, SELFSAME_API_KEY: server.privateKey };
    const child = spawn(process.execPath, ["backend.mjs"], { cwd: dir, env, stdio: "inherit" });
    t.after(() => child.kill());
    const { NODE_ENV: _, ...shell } = { NODE_ENV: "", ...env };
    const vite = spawn(join(root, "node_modules/.bin/vite"), ["--port", String(page), "--strictPort"], {
      cwd: dir,
      env: shell,
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => vite.kill());
    await once(vite.stdout, "data");
    await withPage(square, async (browser) => {
      await browser.goto(`http://localhost:${page}/`);
      await browser.getByRole("button", { name: "Take a selfie" }).click();
      await browser.getByText("Thank you.").waitFor();
    });
  });

  test("Next renders its page in the browser alone", async () => {
    assert.match(await readFile(nextPage, "utf8"), /^(?:\/\/.*\n)*"use client";/);
  });

  test("component.html turns the camera off, and calls nothing any more, when the whole application is unmounted", async () => {
    await withPage(square, async (page) => {
      await open(page, "component.html");
      await page.getByRole("button", { name: "Take a selfie" }).click();
      await page.waitForFunction(() => {
        const live = document.querySelector("[data-selfsame]")?.shadowRoot?.querySelector("video.live");
        if (live) window.app?.unmount();
        return live;
      });
      await page.locator(dialog).waitFor({ state: "detached" });
      assert.deepEqual(await remains(page), nothing);
      assert.deepEqual(got, []);
    });
  });

  test("a misspelt prop of the Vue component is an error that names the right one, and no photo without a challenge", async () => {
    await withPage(square, async (page) => {
      await open(page, "misspelt.html");
      await page.getByText("TypeError: Unknown option 'challange'. Did you mean 'challenge'?").waitFor();
      assert.deepEqual(await remains(page), nothing);
    });
  });

  // The element reports that it was cancelled; the component no longer calls anything.
  for (const [name, line] of [
    ["vue.html", "Another time, then."],
    ["react.html", ""],
  ] as const) {
    test(`${name} turns the camera off when it is unmounted in the middle of a capture`, async () => {
      await withPage(square, async (page) => {
        await open(page, name);
        await page.getByRole("button", { name: "Take a selfie" }).click();
        // In the first frame that shows the person: the photo is taken at least 600 ms later.
        await page.waitForFunction(() => {
          const live = document.querySelector("[data-selfsame]")?.shadowRoot?.querySelector("video.live");
          if (live)
            [...document.querySelectorAll("button")].find((button) => button.textContent === "Not now")?.click();
          return live;
        });
        await page.getByRole("button", { name: "Take a selfie" }).waitFor();
        await page.locator(dialog).waitFor({ state: "detached" });
        assert.deepEqual(await remains(page), nothing);
        assert.equal(await page.getByRole("status").textContent(), line);
        assert.deepEqual(got, []);
      });
    });
  }
});

const virtualEntry = "virtual:entry";
const nextEntry = `import SignUp from ${JSON.stringify(nextPage)};
import { createElement } from "react";
import { createRoot } from "react-dom/client";
createRoot(document.querySelector("#app")).render(createElement(SignUp));`;
const vueEntry = `import { createApp } from "vue";
import SignUp from ${JSON.stringify(vueComponent)};
window.app = createApp(SignUp);
window.app.mount("#app");`;
const misspeltEntry = `import { createApp, h, ref } from "vue";
import { SelfsameCamera } from "@selfsame/vue";
const problem = ref("");
const props = { from: "https://faces.example.com", challange: "", onError: (error) => (problem.value = String(error)) };
createApp(() => (problem.value === "" ? h(SelfsameCamera, props) : h("p", problem.value))).mount("#app");`;

const entryOf = (code: string): Plugin => ({
  name: "entry",
  resolveId: (id) => (id === virtualEntry ? id : undefined),
  load: (id) => (id === virtualEntry ? code : undefined),
});

/** Does the work of @vitejs/plugin-vue. */
const vueFiles: Plugin = {
  name: "vue-files",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith(".vue")) return undefined;
    const { descriptor, errors } = parse(code, { filename: id });
    assert.deepEqual(errors, []);
    const script = compileScript(descriptor, { id: "sign-up", inlineTemplate: true });
    return { code: script.content, map: null, moduleType: "js" };
  },
};

/** The page that the framework itself would serve. */
const mountPage = (script: string): string =>
  `<!doctype html><title>Shop</title><div id="app"></div><script type="module" src="/${script}"></script>`;

/** Bundles as Vite does for development, where StrictMode mounts every component twice. */
async function bundle(input: string, plugins: Plugin[] = []): Promise<string> {
  const built = await build({
    root: examples,
    configFile: false,
    logLevel: "warn",
    plugins,
    resolve: { alias: { vue: vueModule } },
    define: {
      "process.env.NODE_ENV": '"development"',
      "process.env.NEXT_PUBLIC_SELFSAME_URL": '"https://faces.example.com"',
    },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        output: { codeSplitting: false },
        // "use client" is meant for server rendering.
        checks: { moduleLevelDirective: false },
      },
    },
  });
  const [chunk] = "output" in built ? built.output : [];
  return chunk?.type === "chunk" ? chunk.code : assert.fail("nothing was built");
}
