import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { hashFiles, listFiles, listFolder } from "./files.mjs";

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

/** They find files next to their own at run time. */
const external = ["piscina"];

const folderOf = (/** @type {string} */ app) => join(root, "apps", app, "bundle");

/** Written last. */
const stampOf = (/** @type {string} */ app) => join(folderOf(app), ".stamp");
export const bundleStamps = () => Object.keys(entries).map(stampOf);

/**
 * Makes one file of each process and thread from what the compiler wrote, because Node takes most of the time of a start
 * to find, read and link a thousand modules. Does nothing for an app whose bundle is up to date.
 */
async function bundle() {
  const hash = hashInputs();
  for (const [app, files] of Object.entries(entries)) {
    const stamp = stampOf(app);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) continue;
    rmSync(stamp, { force: true });
    for (const file of files) await bundleEntry(app, file);
    writeFileSync(stamp, hash);
  }
}

/** All that was compiled, which libraries are installed, and this script. */
function hashInputs() {
  const compiled = ["apps", "packages"].flatMap((parent) =>
    listFolder(join(root, parent)).flatMap(({ name }) => listFiles(join(root, parent, name, "dist"))),
  );
  const code = compiled.filter((file) => file.endsWith(".js"));
  return hashFiles(root, [join(root, "pnpm-lock.yaml"), fileURLToPath(import.meta.url), ...code], []);
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
  // Renamed, so that no process starts from half a file.
  const draft = `${output}.${process.pid}`;
  writeFileSync(draft, bundled.contents);
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
        const place = path.startsWith(compiled) ? join(folderOf(app), path.slice(compiled.length)) : path;
        const from = relative(dirname(output), place).split(sep).join("/");
        const url = `new URL(${JSON.stringify(from.startsWith(".") ? from : `./${from}`)}, import.meta.url).href`;
        return { contents: text.replaceAll("import.meta.url", url), loader: "js" };
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
