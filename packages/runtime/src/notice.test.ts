import { expect, test } from "vitest";
import { giveNotice } from "./notice.ts";

const message = "the role has more rights than it needs";

/** The lines that are logged, and the end of the look. */
function notice(look: () => Promise<string | undefined>, isAway = () => false) {
  const lines: object[] = [];
  const warn = (fields: object, text: string) => void lines.push({ ...fields, text });
  const given = giveNotice({ message, look, isAway, logger: { warn } as never });
  return { ...given, lines };
}

test("what is found is one warning", async () => {
  const { looked, lines } = notice(async () => "It is a superuser.");
  await looked;
  expect(lines).toEqual([{ finding: "It is a superuser.", text: message }]);
});

test("nothing found logs nothing", async () => {
  const { looked, lines } = notice(async () => undefined);
  await looked;
  expect(lines).toEqual([]);
});

test("while the server is away the look is repeated, and logs nothing", async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks === 1) throw new Error("away");
    return "found";
  };
  const { looked, lines } = notice(look, () => true);
  await looked;
  expect(lines).toEqual([{ finding: "found", text: message }]);
});

test("a look that fails for another reason is not repeated, and logged", async () => {
  const err = new Error("no such function");
  const { looked, lines } = notice(() => Promise.reject(err));
  await looked;
  expect(lines).toEqual([{ err, text: message }]);
});

test("after a stop nothing is logged", async () => {
  const { looked, stop, lines } = notice(async () => "found");
  stop();
  await looked;
  expect(lines).toEqual([]);
});
