import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { readSecret, type SecretInput } from "./secret.ts";

/** A terminal at which these keys are pressed once it shows nothing that is typed, and what it shows. */
async function type(keys: string) {
  const shown: string[] = [];
  const modes: boolean[] = [];
  const input: SecretInput = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  const read = readSecret("Password: ", input, (text) => shown.push(text));
  for (const key of keys) (input as PassThrough).write(key);
  const typed = await read.catch((error: Error) => error.message);
  return { typed, shown: shown.join(""), modes };
}

test("a password that is typed is never shown, backspace takes a character back, and the terminal echoes again", async () => {
  expect(await type("hxorses\u007f\ré")).toEqual({ typed: "hxorse", shown: "Password: \n", modes: [true, false] });
  expect(await type("horse\u0003")).toEqual({
    typed: "Nothing was changed.",
    shown: "Password: \n",
    modes: [true, false],
  });
});

test("a password that is piped in is the first line; without one the command is refused", async () => {
  const write = () => undefined;
  expect(await readSecret("", Readable.from(["long ", "secret \r\nmore\n"]), write)).toBe("long secret ");
  await expect(readSecret("", Readable.from([]), write)).rejects.toThrow("No password");
});
