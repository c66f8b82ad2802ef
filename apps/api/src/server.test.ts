import { expect, test } from "vitest";
import { describeDescriptors } from "./server.ts";

const limits = (files: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${files.padEnd(20)} ${files.padEnd(20)} files     \n`;

test.each(["10200", "unlimited", ""])("a limit of '%s' open files is no reason for 10,000 connections", (files) =>
  expect(describeDescriptors(limits(files), 10_000)).toBeUndefined(),
);

test("a limit that the connections of callers may reach is a reason, with the remedy", () =>
  expect(describeDescriptors(limits("4096"), 10_000)).toBe(
    "This process may open 4096 files, and CONNECTIONS_MAX is 10000: at the limit, callers get no connection. Raise the limit (`ulimit -Hn`, LimitNOFILE of systemd), or lower CONNECTIONS_MAX to at most 3896.",
  ));
