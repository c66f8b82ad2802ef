import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { hashFiles, isMain, listFiles, listFolder } from "./files.mjs";
import { withLock } from "./lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * What starts as a process or a thread, by app.
 * @type {Record<string, string[]>}
 */
const entries = {
  api: ["main.js", "reader/reader.thread.js"],
  worker: ["main.js"],
  console: ["main.js"],
  cli: ["main.js"],
  demo: ["main.js"],
};

/** What bundles depend on besides the compiled code. */
export const bundleScript = fileURLToPath(import.meta.url);

/** They find files next to their own at run time. */
const external = ["piscina"];

const folderOf = (/** @type {string} */ app) => join(root, "apps", app, "bundle");

/** Written last: the hash of what was bundled, and the sizes of the bundles. */
const stampOf = (/** @type {string} */ app) => join(folderOf(app), ".stamp");
export const bundleStamps = () => Object.keys(entries).map(stampOf);

/** Whether all bundles are there as they were written, of whatever build. Sizes suffice, and cost less than 28 MB read. */
export function areBundlesWhole() {
  return Object.keys(entries).every((app) => readStamp(app)?.endsWith(` ${sizesOf(app)}`));
}

const readStamp = (/** @type {string} */ app) =>
  existsSync(stampOf(app)) ? readFileSync(stampOf(app), "utf8") : undefined;

/** @param {string} app */
function sizesOf(app) {
  const files = (entries[app] ?? []).map((file) => join(folderOf(app), file));
  return files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? "none").join("+");
}

/**
 * Makes one file of each process and thread from what the compiler wrote, because Node takes most of the time of a start
 * to find, read and link a thousand modules. Does nothing for an app whose bundle is up to date.
 */
async function bundle() {
  if (listStale().length === 0) return;
  // The tests bundle without the lock of setup.
  const onWait = (/** @type {number} */ pid) => process.stderr.write(`Waiting for another bundling (process ${pid})\n`);
  await withLock(join(root, ".turbo", "bundle-owners"), onWait, async () => {
    for (const app of listStale()) await bundleApp(app);
  });
}

function listStale() {
  const hash = hashInputs();
  return Object.keys(entries).filter((app) => readStamp(app) !== `${hash} ${sizesOf(app)}`);
}

/** @param {string} app */
async function bundleApp(app) {
  const hash = hashInputs();
  rmSync(stampOf(app), { force: true });
  for (const file of entries[app] ?? []) await bundleEntry(app, file);
  // Without a stamp, the next setup bundles again: `npm run dev` may have compiled an edit meanwhile.
  if (hashInputs() === hash) writeFileSync(stampOf(app), `${hash} ${sizesOf(app)}`);
}

/** All that was compiled, which libraries are installed, and this script. */
function hashInputs() {
  const folders = ["apps", "packages"].flatMap((parent) =>
    listFolder(join(root, parent)).map(({ name }) => join(root, parent, name)),
  );
  const code = folders.flatMap((folder) => [
    join(folder, "package.json"),
    ...listFiles(join(folder, "dist")).filter((file) => file.endsWith(".js")),
  ]);
  return hashFiles(root, [join(root, "pnpm-lock.yaml"), bundleScript, ...code], []);
}

/**
 * @param {string} app
 * @param {string} entry its path in dist, and in the folder of bundles
 */
async function bundleEntry(app, entry) {
  // Loaded only if there is something to do.
  const { build } = await import("esbuild");
  const output = join(folderOf(app), entry);
  const {
    outputFiles: [bundled],
  } = await build({
    entryPoints: [join(root, "apps", app, "dist", entry)],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "esm",
    // CommonJS modules require those of Node.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
    external,
    plugins: [keepUrls(app, output)],
    logLevel: "warning",
  });
  mkdirSync(dirname(output), { recursive: true });
  removeDrafts(output);
  // Renamed, so that no process starts from half a file.
  const draft = `${output}.${process.pid}`;
  writeFileSync(draft, bundled.contents);
  renameSync(draft, output);
}

/**
 * Of a process that was killed, or found the disk full.
 * @param {string} output
 */
function removeDrafts(output) {
  const names = listFolder(dirname(output)).map(({ name }) => name);
  for (const name of names.filter((one) => one.startsWith(`${basename(output)}.`)))
    rmSync(join(dirname(output), name), { force: true });
}

/**
 * Modules find files of their package by their own URL, which in a bundle is that of the bundle. The app's modules get the
 * URL that they would have in the folder of bundles, so that a thread's script is the bundled one.
 * @param {string} app
 * @param {string} output
 * @returns {import("esbuild").Plugin}
 */
function keepUrls(app, output) {
  const compiled = join(root, "apps", app, "dist") + sep;
  return {
    name: "keep-urls",
    setup({ onLoad }) {
      onLoad({ filter: /[/\\](apps|packages)[/\\][^/\\]+[/\\]dist[/\\].*\.js$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (!text.includes("import.meta.url")) return undefined;
        const place = path.startsWith(compiled) ? join(folderOf(app), path.slice(compiled.length)) : path;
        const from = relative(dirname(output), place).split(sep).join("/");
        const url = `new URL(${JSON.stringify(from.startsWith(".") ? from : `./${from}`)}, import.meta.url).href`;
        return { contents: text.replaceAll("import.meta.url", url), loader: "js" };
      });
    },
  };
}

if (isMain(import.meta.url)) await bundle();
