import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { here, root, run } from "./run.mjs";

/** An empty project that contains only the packed client. */
export const clientProject = `${here}out/client`;
const strict = {
  target: "ES2023",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  types: [],
};
const resolutions = [
  { module: "ESNext", moduleResolution: "bundler" },
  { module: "NodeNext", moduleResolution: "NodeNext" },
];
const tsc5 = `${here}node_modules/.bin/tsc`;
/** TypeScript 7 has no `node10` any more. */
const checks = [
  ...resolutions.flatMap((resolution) => [tsc5, `${root}node_modules/.bin/tsc`].map((tsc) => ({ tsc, resolution }))),
  { tsc: tsc5, resolution: { module: "ESNext", moduleResolution: "node10" } },
];

let packed;

/** Runs `npm pack`, then `npm install` of the tarball in an empty project: once, for the first step that needs it. */
export function packClient() {
  packed ??= installTarball();
  return packed;
}

async function installTarball() {
  await rm(clientProject, { recursive: true, force: true });
  await mkdir(clientProject, { recursive: true });
  await run("npm", ["pack", "--pack-destination", clientProject], { cwd: `${root}packages/client` });
  const [tarball] = (await readdir(clientProject)).filter((name) => name.endsWith(".tgz"));
  await writeFile(`${clientProject}/package.json`, JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--no-audit", "--no-fund", `./${tarball}`], { cwd: clientProject });
}

/** Checks the types of the packed client in an empty strict project, and that it loads. */
export async function checkPackage() {
  await packClient();
  await copyFile(`${here}uses/client.ts`, `${clientProject}/use.ts`);
  for (const { tsc, resolution } of checks) {
    const config = { compilerOptions: { ...strict, ...resolution }, files: ["use.ts"] };
    await writeFile(`${clientProject}/tsconfig.json`, JSON.stringify(config));
    await run(tsc, ["--project", clientProject]);
  }
  const say = `import("@rewards/client").then(({ createRewardsClient }) => console.log(typeof createRewardsClient))`;
  const said = await run(process.execPath, ["--eval", say], { cwd: clientProject });
  if (said.trim() !== "function") throw new Error(`it exports no createRewardsClient: ${said}`);
  return "the tarball installs, type-checks by TypeScript 5 and 7, bundler, NodeNext and node10, and loads in Node";
}
