import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { withLock } from "./lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What starts as a process or a thread: the same path in apps and in the folder of bundles. */
const entries = [
  ["api", "main.js"],
  ["api", "reader/reader.thread.js"],
  ["worker", "main.js"],
  ["console", "main.js"],
  ["cli", "main.js"],
  ["demo", "main.js"],
];

/** They find files next to their own at run time. */
const external = ["piscina"];

const outputOf = (/** @type {string[]} */ [app = "", file = ""]) => join(root, "apps", app, "bundle", file);

/**
 * Makes one file of each process and thread from what the compiler wrote, because Node takes most of the time of a start
 * to find, read and link a thousand modules. Without `--all`, it leaves bundles that are newer than all compiled code.
 */
async function bundle() {
  // Tests bundle without the lock of setup.
  const onWait = (/** @type {number} */ pid) => process.stderr.write(`Waiting for another bundling (process ${pid})\n`);
  await withLock(join(root, ".turbo", "bundle-owners"), onWait, async () => {
    const changedMs = process.argv.includes("--all") ? Number.POSITIVE_INFINITY : findNewest();
    for (const entry of entries) if (timeOf(outputOf(entry)) <= changedMs) await bundleEntry(entry);
  });
}

/** When the compiler, or someone who changed this script, last wrote. */
function findNewest() {
  const folders = ["apps", "packages"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(root, parent, name, "dist")),
  );
  const code = folders.filter(timeOf).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js"))
      .map((name) => join(folder, name)),
  );
  return Math.max(...[fileURLToPath(import.meta.url), ...code].map(timeOf));
}

/** 0 if there is no such file. */
const timeOf = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** @param {string[]} entry */
async function bundleEntry(entry) {
  const [app = "", file = ""] = entry;
  const output = outputOf(entry);
  const startedAt = new Date();
  const {
    outputFiles: [bundled],
  } = await build({
    entryPoints: [join(root, "apps", app, "dist", file)],
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
  // Renamed, so that no process starts from half a file.
  const draft = `${output}.draft`;
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(draft, bundled.contents);
  // As old as what it was made from: `npm run dev` may have compiled an edit meanwhile.
  utimesSync(draft, startedAt, startedAt);
  renameSync(draft, output);
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
        const place = path.startsWith(compiled) ? outputOf([app, path.slice(compiled.length)]) : path;
        const from = relative(dirname(output), place).split(sep).join("/");
        const url = `new URL(${JSON.stringify(from.startsWith(".") ? from : `./${from}`)}, import.meta.url).href`;
        return { contents: text.replaceAll("import.meta.url", url), loader: "js" };
      });
    },
  };
}

await bundle();
