import { expect, test } from "vitest";
import { z } from "zod";
import { ConfigError, loadConfig } from "./config.ts";
import { describeTarget, formatServerUrl, parseServerUrl, readQueueUrl } from "./server-url.ts";
import { queueUrlVar } from "./variables.ts";

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

const load = (url: string) => loadConfig(z.object({ QUEUE_URL: queueUrlVar }), { QUEUE_URL: url }).QUEUE_URL;

test.each([
  ["redis://q", "redis://q", 1],
  ["redis://q?partitions=1", "redis://q", 1],
  ["redis://:p%3Fw@q:6379/2?partitions=12", "redis://:p%3Fw@q:6379/2", 12],
  ["rediss://q?sslmode=require&partitions=64", "rediss://q?sslmode=require", 64],
  ["redis+cluster://a:1,b:2?partitions=3", "redis+cluster://a:1,b:2", 3],
  ["redis+sentinel://a:1,b:2/main?partitions=4", "redis+sentinel://a:1,b:2/main", 4],
  ["postgres://q/rewards?application_name=x", "postgres://q/rewards?application_name=x", 1],
])("%s is %s with %i partitions", (given, url, partitions) => {
  expect(readQueueUrl(load(given))).toEqual({ url, partitions });
});

const range = "expected partitions=, followed by a number from 1 to 64";

test.each([
  ["redis://:hunter2@q?partitions=0", range],
  ["redis://:hunter2@q?partitions=65", range],
  ["redis://:hunter2@q?partitions=-1", range],
  ["redis://:hunter2@q?partitions=2.5", range],
  ["redis://:hunter2@q?partitions=03", range],
  ["redis://:hunter2@q?partitions=", range],
  ["redis+cluster://:hunter2@a,b?partitions=many", range],
  ["redis://:hunter2@q?partitions=2&partitions=3", "partitions is given twice"],
  ["postgres://u:hunter2@q/d?partitions=2", "a queue on Postgres has no partitions: leave partitions= out"],
  ["postgresql://u:hunter2@q/d?partitions=1", "a queue on Postgres has no partitions: leave partitions= out"],
])("%s is refused with one line, which repeats no password", (url, problem) => {
  expect(() => load(url)).toThrow(new ConfigError(`Configuration: QUEUE_URL is wrong: ${problem}`));
});
