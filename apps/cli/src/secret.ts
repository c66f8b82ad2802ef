import { createInterface } from "node:readline";
import { type Readable, Writable } from "node:stream";
import { CommandError } from "./error.ts";

/** The part of a terminal that typing a password needs. */
export interface SecretInput extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/** The exit code of a command that Ctrl-C ended. */
const interrupted = 130;

/**
 * Reads a password: at a terminal after `prompt`, without showing it, otherwise the first line of the input.
 * @throws CommandError if the person pressed Ctrl-C, or the input has no line.
 */
export function readSecret(prompt: string, input: SecretInput, write: (text: string) => void): Promise<string> {
  return input.isTTY ? readTyped(prompt, input, write) : readFirstLine(input);
}

async function readFirstLine(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  throw new CommandError("No password: standard input is empty.");
}

async function readTyped(prompt: string, input: SecretInput, write: (text: string) => void): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: true });
  write(prompt);
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("SIGINT", () => reject(new CommandError("Nothing was changed.", interrupted)));
      // Ctrl-D on an empty line.
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    write("\n");
  }
}
