import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { Region } from "sharp";
import { extract } from "tar";
import { OperatorError } from "@selfsame/platform/operator-error";
import { npmPack } from "@selfsame/photo/models/npm-pack";
import { makeFolder } from "@selfsame/platform/store/data-folder";

/** Contains pictures of groups (MIT). Installed for the tests; otherwise it is fetched. */
const packageName = "@vladmandic/face-api";
const spec = `${packageName}@1.7.15`;

/** SHA-256 of the pictures: the areas below fit only these. */
const pictures: Readonly<Record<string, string>> = {
  "sample1.jpg": "8ecae4b267b2d3169e06e00c7dee97097aa2a94635d45216f7732a5f4943cb51",
  "sample3.jpg": "8eb081c9efb14370fa94d9feab9e5fbeafd19a627491853a80c2bf67f7ffa936",
};

/** The area of each sample photo in a picture. The first two show one woman on two evenings, the third shows another. */
const samples: Readonly<Record<string, { readonly picture: string; readonly area: Region }>> = {
  "reference.jpg": { picture: "sample3.jpg", area: { left: 960, top: 100, width: 480, height: 600 } },
  "selfie.jpg": { picture: "sample1.jpg", area: { left: 1340, top: 130, width: 480, height: 600 } },
  "stranger.jpg": { picture: "sample3.jpg", area: { left: 520, top: 200, width: 480, height: 600 } },
};

/** The folder of the pictures, if the package is installed. */
export function installedPictures(): string | undefined {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`${packageName}/package.json`))), "demo");
  } catch {
    return undefined;
  }
}

/**
 * Writes sample photos for trying the service into a folder.
 * @param picturesDir the folder of the pictures, if the package is installed; otherwise it is fetched with npm
 * @returns the paths
 * @throws OperatorError
 */
export async function writeSamples(folder: string, picturesDir: string | undefined): Promise<string[]> {
  if (picturesDir === undefined) return withFetched((fetched) => writeSamples(folder, fetched));
  const cannot = (error: unknown): never => {
    throw new OperatorError(`${folder} cannot be written to.`, { cause: error });
  };
  await makeFolder(folder, "FOLDER", 0o777);
  return Promise.all(
    Object.entries(samples).map(async ([name, { picture, area }]) => {
      const bytes = await readFile(join(picturesDir, picture));
      if (createHash("sha256").update(bytes).digest("hex") !== pictures[picture])
        throw new OperatorError(`${picture} of ${spec} is not the picture it was.`);
      const path = join(folder, name);
      await writeFile(path, await sharp(bytes).extract(area).jpeg({ quality: 90 }).toBuffer()).catch(cannot);
      return path;
    }),
  );
}

async function withFetched<T>(use: (picturesDir: string) => Promise<T>): Promise<T> {
  const work = await mkdtemp(join(tmpdir(), "selfsame-samples-"));
  try {
    const wanted = new Set(Object.keys(pictures).map((name) => `package/demo/${name}`));
    await extract({ file: join(work, await npmPack(spec, work)), cwd: work, filter: (path) => wanted.has(path) });
    return await use(join(work, "package/demo"));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
