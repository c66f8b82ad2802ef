import { expect, test } from "vitest";
import { describeTarget } from "./describe.ts";
import { formatServerUrl, parseServerUrl } from "./server-url.ts";

test.each([
  ["postgres://db/rewards", [["db", undefined]]],
  [
    "postgres://u:p@a:1,b:2/rewards?sslmode=require",
    [
      ["a", 1],
      ["b", 2],
    ],
  ],
  [
    "postgres://u:p,w@a,b:2,c/rewards",
    [
      ["a", undefined],
      ["b", 2],
      ["c", undefined],
    ],
  ],
  [
    "postgres://u@[fd00::1]:1,[fd00::2]/d",
    [
      ["fd00::1", 1],
      ["fd00::2", undefined],
    ],
  ],
])("%s names its hosts, and is the same when written again", (text, expected) => {
  const server = parseServerUrl(text);
  expect(server?.hosts.map(({ host, port }) => [host, port])).toEqual(expected);
  expect(server && formatServerUrl(server)).toBe(text);
});

test.each(["db:5432", "postgres://a:1,b:x/d", "postgres://a,/d", "", "a,b"])("%j is no such URL", (text) => {
  expect(parseServerUrl(text)).toBeUndefined();
});

test("a URL is described with all hosts, without user and password", () => {
  expect(describeTarget("postgres://u:secret@a:1,b/rewards?x=1")).toBe("a:1,b/rewards");
});
