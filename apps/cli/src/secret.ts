import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { CommandError } from "./error.ts";

/** The part of a terminal that typing a password needs. */
export interface SecretInput extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

const enter = ["\r", "\n", "\u0004"];
const erase = ["\u007f", "\b"];
const interrupt = "\u0003";
const charactersMax = 1_000;

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

function readTyped(prompt: string, input: SecretInput, write: (text: string) => void): Promise<string> {
  write(prompt);
  input.setRawMode?.(true);
  input.setEncoding("utf8").resume();
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const end = () => {
      input.off("data", take).pause();
      input.setRawMode?.(false);
      write("\n");
    };
    const take = (text: string) => {
      for (const character of text) {
        if (character === interrupt) {
          end();
          return reject(new CommandError("Nothing was changed.", 130));
        }
        if (enter.includes(character)) {
          end();
          return resolve(typed.join(""));
        }
        if (erase.includes(character)) typed = typed.slice(0, -1);
        else if (typed.length < charactersMax) typed.push(character);
      }
    };
    input.on("data", take);
  });
}
