import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const root = new URL("../../..", import.meta.url);

export const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** The text of a file of the checkout. */
export const textOf = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), "utf8");

/** The code blocks of a page that follow a comment with this name, joined in their order. */
export function blockOf(page: string, name: string): string {
  const blocks = textOf(page).matchAll(new RegExp(`<!-- ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``, "g"));
  const text = [...blocks].map(([, block]) => block).join("");
  if (text === "") throw new Error(`${page} has no block of ${name}`);
  return text;
}

interface PasteOptions {
  /** Replaces the address that the documents use. */
  readonly url?: string;
  /** Default: the current folder. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Pastes commands into bash, and returns what they print. Expects that they succeed and print no error. */
export const paste = (script: string, options?: PasteOptions) => run("bash", ["-c"], script, options);

/** Runs a program of the client in a folder of the checkout, from which Node resolves packages. */
export const runProgram = (script: string, url: string, folder: string) =>
  run(process.execPath, ["--input-type=module", "-e"], script, { url, cwd: fileURLToPath(new URL(folder, root)) });

/** After this time a program that still waits is ended. */
const runMsMax = 180_000;

function run(program: string, args: readonly string[], script: string, { url, cwd, env }: PasteOptions = {}): string {
  const text = url === undefined ? script : script.replace("http://127.0.0.1:3000", url);
  expect(text).toContain(url ?? "");
  const options = { cwd, env: { ...process.env, ...env }, encoding: "utf8", timeout: runMsMax } as const;
  const { stdout, stderr, status } = spawnSync(program, [...args, text], options);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

/** The lines of an output, each parsed as JSON. */
export const parseLines = (output: string) =>
  output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
