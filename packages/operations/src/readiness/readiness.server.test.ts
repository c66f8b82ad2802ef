import { expect, test } from "vitest";
import { describeUnsuited, describeUnsupported, type ServerFacts, warningsOf } from "./readiness.server.ts";

const good: ServerFacts = {
  version: "17.0",
  versionNum: 170_000,
  encoding: "UTF8",
  isolation: "read committed",
  fsync: "on",
  fullPageWrites: "on",
  isStandby: false,
};

test("PostgreSQL 17 with default settings fits the service", () => {
  expect([describeUnsupported(good), describeUnsuited(good), warningsOf(good)]).toEqual([undefined, undefined, []]);
});

test("an older server is refused, and the reason names both versions", () => {
  const reason = describeUnsupported({ ...good, version: "16.9 (Debian)", versionNum: 160_009 });
  expect(reason).toContain("PostgreSQL 16.9 (Debian) is too old: this release needs 17 or newer");
});

test("another encoding or isolation is a reason, and a server that loses commits in a crash is a warning", () => {
  expect(describeUnsuited({ ...good, encoding: "SQL_ASCII" })).toContain("encoding UTF8");
  expect(describeUnsuited({ ...good, isolation: "repeatable read" })).toContain("default_transaction_isolation");
  expect(warningsOf({ ...good, fsync: "off", fullPageWrites: "off" })).toEqual([
    expect.stringContaining("fsync and full_page_writes off"),
  ]);
});

test("a standby is a reason to wait for the primary", () => {
  expect(describeUnsuited({ ...good, isStandby: true })).toContain("is a standby");
});
