import type { Page } from "playwright-core";

/** Draws a person in place of the camera's video, who moves as the camera measures: the product's pictures show no real face. */
export const drawPerson = (page: Page): Promise<unknown> => page.addInitScript(draw);

/** Runs in the page. */
function draw(): void {
  const namespace = "http://www.w3.org/2000/svg";
  const element = (name: string, attributes: Readonly<Record<string, string | number>>, parent?: Element) => {
    const made = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    parent?.append(made);
    return made;
  };
  const picture = element("svg", { "aria-hidden": "true" }) as SVGSVGElement;
  Object.assign(picture.style, { position: "absolute", inset: "0", width: "100%", height: "100%" });
  element("rect", { x: "-50", y: "-50", width: "100", height: "100", fill: "#b9c6d3" }, picture);
  element("rect", { x: "-50", y: "-50", width: "49", height: "100", fill: "#c8d2dc" }, picture);
  // Units are half the oval's height, from its center.
  const body = element("g", {}, picture);
  element("path", { d: "M-.5-.05Q-.62.8-.4.9H.4Q.62.8.5-.05Z", fill: "#3d2b22" }, body);
  element("path", { d: "M-1 3Q-1 .98-.34.86L0 1 .34.86Q1 .98 1 3Z", fill: "#3b5bdb" }, body);
  element("path", { d: "M-.19.4H.19V.84Q0 1-.19.84Z", fill: "#c98f68" }, body);
  const head = element("g", {}, body);
  element("ellipse", { rx: ".47", ry: ".62", fill: "#dca27a" }, head);
  const features = element("g", {}, head);
  const eyes = [-0.19, 0.19].map((x) => {
    const eye = element("g", {}, features);
    element(
      "path",
      { d: `M${x - 0.09}-.24Q${x}-.3 ${x + 0.09}-.24`, fill: "none", stroke: "#3d2b22", "stroke-width": ".03" },
      features,
    );
    element("ellipse", { rx: ".075", ry: ".045", fill: "#fff" }, eye);
    element("circle", { r: ".036", fill: "#2b2b31" }, eye);
    return { eye, x };
  });
  element(
    "path",
    {
      d: "M.01-.1Q.09.08.05.11Q0 .14-.05.11",
      fill: "none",
      stroke: "#a86f4b",
      "stroke-width": ".03",
      "stroke-linecap": "round",
    },
    features,
  );
  const mouth = element(
    "path",
    { fill: "#b4533c", stroke: "#a3452f", "stroke-width": ".025", "stroke-linejoin": "round" },
    features,
  );
  element("path", { d: "M-.5.05Q-.56-.68 0-.7Q.56-.68.5.05Q.44-.36.1-.5Q-.3-.42-.5.05Z", fill: "#3d2b22" }, head);

  const now = { right: 0, down: 0, nearer: 1, open: 1, smile: 0 };
  const aims: Readonly<Record<string, readonly [number, number]>> = {
    left: [-0.6, 0],
    right: [0.6, 0],
    up: [0, -0.5],
    down: [0, 0.5],
  };
  const wanted = (view: HTMLDialogElement): typeof now => {
    const { towards = "", part, dot } = view.dataset;
    const at = (name: string) => Number(view.style.getPropertyValue(name));
    const [right, down] = dot === undefined ? (aims[towards] ?? [0, 0]) : [at("--nose-x"), at("--nose-y")];
    return {
      right,
      down,
      nearer: part === "head" ? 1.25 : 1,
      open: part === "eyes" ? 0.08 : 1,
      smile: part === "mouth" ? 1 : 0,
    };
  };
  setInterval(() => {
    const view = document.querySelector("[data-selfsame]")?.shadowRoot?.querySelector("dialog");
    const ring = view?.querySelector(".ring")?.getBoundingClientRect();
    const video = view?.querySelector("video");
    if (!view || !ring?.height || !video) return;
    if (picture.parentNode !== video.parentNode) video.after(picture);
    video.style.setProperty("opacity", "0", "important");
    const next = wanted(view);
    for (const name of Object.keys(now) as (keyof typeof now)[]) now[name] += 0.3 * (next[name] - now[name]);
    const half = ring.height / 2;
    picture.setAttribute(
      "viewBox",
      [-(ring.x + ring.width / 2) / half, -(ring.y + half) / half, innerWidth / half, innerHeight / half].join(" "),
    );
    body.setAttribute("transform", `scale(${now.nearer})`);
    head.setAttribute("transform", `translate(${0.05 * now.right} ${0.04 * now.down})`);
    features.setAttribute("transform", `translate(${0.2 * now.right} ${0.18 * now.down})`);
    for (const { eye, x } of eyes) eye.setAttribute("transform", `translate(${x} -.14) scale(1 ${now.open})`);
    const corner = 0.12 + 0.07 * now.smile;
    mouth.setAttribute(
      "d",
      `M-${corner} ${0.29 - 0.05 * now.smile}Q0 ${0.33 + 0.02 * now.smile} ${corner} ${0.29 - 0.05 * now.smile}Q0 ${0.35 + 0.16 * now.smile}-${corner} ${0.29 - 0.05 * now.smile}Z`,
    );
  }, 40);
}
