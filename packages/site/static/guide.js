// The guide can be read without this. It adds what needs a script: a search, copy buttons, and this server's address in the commands.

const service = new URL("..", import.meta.url).href.replace(/\/$/, "");

for (const code of document.querySelectorAll("pre code")) {
  for (const text of textsIn(code)) text.data = text.data.replaceAll("http://127.0.0.1:3000", service);
}

function textsIn(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

// The clipboard is there on pages that came over https, or from this machine.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll(".code")) block.append(copyButton(block.querySelector("code")));
}

function copyButton(code) {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "copy",
    textContent: "Copy",
  });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    button.addEventListener("blur", () => (button.textContent = "Copy"), { once: true });
  });
  return button;
}

// One choice of language for all blocks of all pages. Where a block lacks it, its own first one stays.
const choiceKey = "selfsame-guide-tab";
const tabs = [...document.querySelectorAll(".tabs > input[type=radio]")];
const nameOf = (tab) => tab.labels[0]?.textContent;

function choose(name) {
  for (const tab of tabs) if (nameOf(tab) === name) tab.checked = true;
}

// Browsers that store nothing for the site throw.
function stored(work) {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

choose(stored((storage) => storage.getItem(choiceKey)));
for (const tab of tabs) {
  tab.addEventListener("change", () => {
    const { top } = tab.labels[0].getBoundingClientRect();
    choose(nameOf(tab));
    // Blocks above have another height now: what was clicked stays under the pointer.
    window.scrollBy(0, tab.labels[0].getBoundingClientRect().top - top);
    stored((storage) => storage.setItem(choiceKey, nameOf(tab)));
  });
}

// The list of pages is longer than the window: the current one is in sight, and the page itself stays at its top.
const pages = document.querySelector(".pages");
const current = pages.querySelector("[aria-current]");
if (current)
  pages.scrollTop = current.getBoundingClientRect().top - pages.getBoundingClientRect().top - pages.clientHeight / 3;

const search = document.querySelector("search");
const input = search.querySelector("input");
const status = search.querySelector("p");
const list = search.querySelector("ul");
const most = 12;
let searching;
search.hidden = false;

input.addEventListener("focus", () => void loadSearch());
input.addEventListener("input", () => void show());
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && event.target === document.body) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === "Escape" && search.contains(document.activeElement)) close();
});
document.addEventListener("click", (event) => {
  if (!search.contains(event.target)) close();
});
// With the arrows from the field through the results, as well as with Tab.
search.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [input, ...list.querySelectorAll("a")];
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
});
list.addEventListener("click", close);

function close() {
  list.hidden = true;
  status.textContent = "";
}

// The service sends it from its package.
const library = "./minisearch.js";

const loadSearch = () => (searching ??= makeSearch());

async function makeSearch() {
  const index = fetch(new URL("search.json", import.meta.url));
  const [{ default: MiniSearch }, { createSearch }] = await Promise.all([import(library), import("./search.js")]);
  return createSearch(MiniSearch, await (await index).json());
}

async function show() {
  const query = input.value;
  if (query.trim() === "") return close();
  const search = await loadSearch();
  // The query has changed meanwhile; its own search follows.
  if (query !== input.value) return;
  const found = search(query).slice(0, most);
  list.replaceChildren(...found.map((part) => itemOf(part, Object.keys(part.match))));
  list.hidden = found.length === 0;
  status.textContent = found.length === 0 ? "Nothing found" : "";
}

function itemOf({ href, page, title, text }, words) {
  const link = Object.assign(document.createElement("a"), { href });
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  const start = at < 40 ? 0 : text.indexOf(" ", at - 40) + 1;
  const excerpt = (start > 0 ? "… " : "") + text.slice(start, start + 110);
  link.append(line("strong", page === title ? page : `${page} › ${title}`), line("span", excerpt));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

const line = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
