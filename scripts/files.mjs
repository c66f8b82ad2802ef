import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Whether Node was started with this module, also by a path through a symlink.
 * @param {string} url
 */
export function isMain(url) {
  const [, path = ""] = process.argv;
  return existsSync(path) && realpathSync(path) === fileURLToPath(url);
}

/**
 * A hash of the names and contents of files, and of more texts. It skips files that do not exist.
 * @param {string} root the folder that the names are relative to
 * @param {string[]} files
 * @param {string[]} more
 */
export function hashFiles(root, files, more) {
  const hash = createHash("sha256").update(more.join("\n"));
  for (const file of files) {
    if (!existsSync(file)) continue;
    // The length distinguishes two files from one that contains both.
    const content = readFileSync(file);
    hash.update(`\n${relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/**
 * All files below a folder except tests, which no build reads.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  return listFolder(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.name.endsWith(".test.ts") ? [] : [path];
  });
}

/**
 * Its entries in the order of their names; none if it does not exist.
 * @param {string} folder
 */
export function listFolder(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
