import { spawn } from "node:child_process";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import { OperatorError } from "@selfsame/platform/operator-error";

/**
 * Downloads a package's tarball into `dir` with the npm command, which knows the user's registry, proxy and credentials, and checks the registry's hash.
 * Nothing of the package is installed or run.
 * @returns the tarball's file name
 * @throws OperatorError
 */
export async function npmPack(spec: string, dir: string): Promise<string> {
  const [command, ...first] = npmCommand();
  const args = [...first, "pack", spec, "--pack-destination", ".", "--ignore-scripts", "--json", "--loglevel", "error"];
  const windows = process.platform === "win32";
  // npm is a .cmd file on Windows, which only a shell can start. No argument needs quoting: the manifest's schema ensures that.
  const npm = spawn(command, args, { cwd: dir, env: npmEnv(), shell: windows, stdio: ["ignore", "pipe", "pipe"] });
  const exit = new Promise<number | null>((resolve, reject) => npm.once("close", resolve).once("error", reject));
  const [output, complaint, code] = await Promise.all([text(npm.stdout), text(npm.stderr), exit]).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new OperatorError("npm was not found. It comes with Node.js; install it, or put its folder into PATH.");
    },
  );
  if (code !== 0) throw npmProblem(spec, `${complaint}\n${output}`, await findProxy(command, first));
  return fileNameIn(output);
}

/** The npm that started this process, or the one in PATH. */
function npmCommand(): [string, ...string[]] {
  const running = process.env["npm_execpath"];
  return running && basename(running) === "npm-cli.js" ? [process.execPath, running] : ["npm"];
}

/** Without the settings of an enclosing `npm run` or `npm -w`, which refer to that workspace. */
function npmEnv(): NodeJS.ProcessEnv {
  const about = /^npm_config_(workspaces?|include_workspace_root|dry_run|pack_destination|json|prefix|local_prefix)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !about.test(name)));
}

/** Variables that npm reads, in its order of precedence. */
const proxyVariables = ["npm_config_https_proxy", "npm_config_proxy", "https_proxy", "http_proxy", "proxy"];

/** npm's proxy, and the setting that names it. Only its host: the address may contain a password. */
async function findProxy(command: string, first: readonly string[]): Promise<string | undefined> {
  const set = Object.entries(npmEnv());
  const named = proxyVariables.flatMap((variable) => set.filter(([name]) => name.toLowerCase() === variable));
  const [found] = [...named, ...(await proxiesOfNpm(command, first))];
  if (found === undefined) return undefined;
  const [setting, address = ""] = found;
  return [URL.parse(address)?.host, `(${setting})`].filter(Boolean).join(" ");
}

/** Proxies from npm's configuration files. npm prints passwords as stars, or omits addresses that have one. */
async function proxiesOfNpm(command: string, first: readonly string[]): Promise<[string, string][]> {
  const shell = process.platform === "win32";
  const npm = spawn(command, [...first, "config", "ls"], { env: npmEnv(), shell, stdio: ["ignore", "pipe", "ignore"] });
  npm.on("error", () => {}); // then it prints nothing
  const lines = (await text(npm.stdout)).matchAll(/^(https-proxy|proxy) = "?([^"\n]*)"?$/gm);
  return Array.from(lines, ([, setting = "", address = ""]) => [`npm's ${setting}`, address]);
}

/** npm 10 and 11 print a list of packages, npm 12 an object. */
function fileNameIn(output: string): string {
  try {
    const parsed: unknown = JSON.parse(output);
    const packed = Object.values(parsed as object)[0] as { filename: string };
    return basename(packed.filename);
  } catch (error) {
    throw new OperatorError("npm did not say where it put the package. Is this npm too old?", { cause: error });
  }
}

/** Summarizes npm's error in one sentence; the codes are npm's and the system's. */
function npmProblem(spec: string, complaint: string, proxy: string | undefined): OperatorError {
  const said = (codes: RegExp) => codes.test(complaint);
  if (said(/\bENOSPC\b/)) return new OperatorError(`The disk is full: npm could not store ${spec}. Nothing was kept.`);
  if (said(/\bE407\b/)) {
    const name = proxy === undefined ? "A proxy (HTTPS_PROXY, or npm's https-proxy)" : `The proxy ${proxy}`;
    return new OperatorError(
      `${name} asks for a user and a password (407), and ${spec} is needed once. Put them into its address in that setting: http://USER:PASSWORD@HOST:PORT.`,
    );
  }
  if (proxy !== undefined && said(/\b(E401|E403|ENEEDAUTH)\b/)) {
    const [, registry = "npm's registry"] = /GET https?:\/\/([^/\s]+)/.exec(complaint) ?? [];
    return new OperatorError(
      `The proxy ${proxy}, or the npm registry behind it, rejected ${spec}. Have the proxy allow ${registry}, name another registry that it allows (npm config set registry), or sign in to the registry (npm login).`,
    );
  }
  if (said(/\b(E401|E403|ENEEDAUTH)\b/)) {
    return new OperatorError(`The npm registry refused ${spec}: sign in to it (npm login), or ask its keeper.`);
  }
  if (said(/\b(E404|ETARGET|ENOVERSIONS)\b/))
    return new OperatorError(`The npm registry in use does not have ${spec}.`);
  if (said(/\b(EINTEGRITY|TAR_BAD_ARCHIVE|Z_\w+)\b/)) {
    return new OperatorError(`${spec} arrived damaged. Nothing was kept; please try again.`);
  }
  if (said(/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/)) {
    const through = proxy === undefined ? "" : ` through the proxy ${proxy}`;
    return new OperatorError(
      `The npm registry cannot be reached${through}, and ${spec} is needed once. Check the network and npm's registry and proxy settings, or put the manifest's files into SELFSAME_MODELS_DIR by hand.`,
    );
  }
  const lines = complaint.split("\n").filter((line) => /npm (error|ERR!)/.test(line) && !line.includes("complete log"));
  return new OperatorError(
    `npm could not fetch ${spec}: ${lines.slice(0, 3).join(" / ") || complaint.trim().slice(0, 300)}`,
  );
}
