// Removes files of packages that nothing here reads: 370 MB for other systems and other build tools, and in a production install 60 MB that only a
// compiler or a debugger reads. npm runs it after every install (`postinstall`), so it is plain JavaScript for any Node, and missing files are
// ignored.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = join(dirname(fileURLToPath(import.meta.url)), "../node_modules");

/** The names in a folder of node_modules; none if it is missing. */
function namesIn(folder) {
  try {
    return readdirSync(join(modules, folder));
  } catch {
    return [];
  }
}

/** Removes from a folder all entries that `keep` rejects. */
function keepOnly(folder, keep) {
  for (const name of namesIn(folder)) {
    if (!keep(name)) rmSync(join(modules, folder, name), { recursive: true, force: true });
  }
}

// ONNX Runtime's package contains the libraries of five systems, 25 to 90 MB each.
const libraries = "onnxruntime-node/bin/napi-v6";
keepOnly(libraries, (system) => system === process.platform);
keepOnly(join(libraries, process.platform), (architecture) => architecture === process.arch);
// npm 10 downloads these for NVIDIA's processors: only npm 11 obeys `allowScripts` in package.json, which forbids it.
keepOnly(join(libraries, process.platform, process.arch), (file) => !/_(cuda|tensorrt)\./.test(file));
// The camera uses one build of the runtime for browsers: onnxruntime-web/wasm and its WebAssembly.
const browserBuild = /^ort(\.wasm\..*js|-wasm-simd-threaded\.m?js|-wasm-simd-threaded\.wasm)$/;
keepOnly("onnxruntime-web/dist", (file) => browserBuild.test(file));
// Removes OpenJPEG without WebAssembly: the same decoder and encoder, in JavaScript.
keepOnly("@cornerstonejs/codec-openjpeg/dist", (file) => file.startsWith("openjpegwasm"));
// React is installed for tests, which use its development builds, in a page and in Node.
keepOnly("react-dom/cjs", (file) => /^react-dom(-client|-server(-legacy)?\.node)?\.development\.js$/.test(file));
// The headers for compiling native modules, of which there are none.
for (const name of namesIn("node/node_modules")) {
  if (/^node-(bin-)?(linux|darwin|win)/.test(name)) {
    keepOnly(join("node/node_modules", name), (part) => part !== "include");
  }
}
// The site has its own styles.
keepOnly("../packages/site/node_modules/highlight.js", (name) => name !== "scss" && name !== "styles");

// Types, sources and source maps are for compilers and debuggers. Without TypeScript (`npm ci --omit=dev`) nothing reads them, and Node runs no
// TypeScript in node_modules.
if (!existsSync(join(modules, "typescript"))) {
  const packages = join(modules, "../packages");
  for (const folder of [modules, ...readdirSync(packages).map((name) => join(packages, name, "node_modules"))])
    removeTypes(folder);
}

/** Removes types, sources and source maps of packages, but not of workspaces, which are links. */
function removeTypes(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeTypes(path);
    else if (entry.isFile() && /\.([cm]?ts|map)$/.test(entry.name)) rmSync(path);
  }
}
