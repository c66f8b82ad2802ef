import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { checkout } from "../../flow/support/compose.ts";

/** The scripts of a process and its threads. */
const entries = {
  api: ["main.ts", "reader/reader.thread.ts"],
  worker: ["main.ts"],
  console: ["main.ts"],
} as const;
export type Process = keyof typeof entries;

/** Modules of this workspace do nothing when they are imported, so that those of which nothing is used are left out. */
const ownModules: Plugin = {
  name: "own modules",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      const [, name] = /^@rewards\/([\w-]+)$/.exec(path) ?? [];
      if (name === undefined) return { path, external: true };
      return { path: `${checkout}packages/${name}/src/index.ts`, sideEffects: false };
    });
    onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => ({
      path: fileURLToPath(new URL(path, `file://${importer}`)),
      sideEffects: false,
    }));
  },
};

/** Modules whose statements run with the rights of others: as the owner of a database view, or only of a test. */
const others =
  /^packages\/db\/src\/(standing\/standing\.(query|rule|view)|history\/history\.view|scope\/scope\.rows)\.ts$/;

/** The text of what a process can run of this workspace, by the path of the module. */
export async function readCode(process: Process): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: entries[process].map((file) => `${checkout}apps/${process}/src/${file}`),
    absWorkingDir: checkout,
    bundle: true,
    write: false,
    outdir: checkout,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    plugins: [ownModules],
  });
  const code = new Map<string, string>();
  for (const { text } of outputFiles)
    for (const part of text.split(/^\/\/ (?=(?:apps|packages)\/)/m).slice(1)) {
      const path = part.slice(0, part.indexOf("\n"));
      if (!others.test(path)) code.set(path, (code.get(path) ?? "") + part);
    }
  return code;
}

const statementsFor: Readonly<Record<string, (table: string) => readonly string[]>> = {
  select: (t) => [
    `(?:from|join|using) ${t}`,
    `\\bupdate ${t}`,
    `insert into ${t}[^\`]{0,2000}?(?:returning|on conflict)`,
  ],
  insert: (t) => [`insert into ${t}`],
  // A lock of rows needs the right too.
  update: (t) => [
    `\\bupdate ${t}`,
    `insert into ${t}(?:(?!insert into)[^]){0,2500}?do update`,
    `(?:from|join) ${t}(?:(?!\\bselect\\b)[^\`]){0,600}?for (?:no key )?(?:update|share|key share)`,
  ],
  delete: (t) => [`delete from ${t}`],
};

/** Whether a text has a statement that needs this right on a table. */
export function needs(code: string, right: string, table: string): boolean {
  const patterns = statementsFor[right]?.(`"?${table}"?(?![\\w-])`) ?? [];
  return patterns.some((pattern) => new RegExp(pattern).test(code));
}
