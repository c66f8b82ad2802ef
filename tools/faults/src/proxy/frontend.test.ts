import { expect, test } from "vitest";
import { FrontendReader } from "./frontend.ts";

const text = (value: string) => Buffer.from(`${value}\0`);

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(type.length + 4);
  head.write(type);
  head.writeInt32BE(body.length + 4, type.length);
  return Buffer.concat([head, body]);
}

const start = message("", Buffer.from([0, 3, 0, 0]), text("user"), text("rewards"), Buffer.from([0]));
const encryption = message("", Buffer.from([0x04, 0xd2, 0x16, 0x2f]));
const noParameters = Buffer.from([0, 0]);
const parse = (name: string, statement: string) => message("P", text(name), text(statement), noParameters);
const bind = (name: string) => message("B", text(""), text(name), Buffer.alloc(6));
const execute = message("E", text(""), Buffer.alloc(4));
const sync = message("S");

const unchanged = { statement: (text: string) => text, keeps: () => true };

function openReader(statement = unchanged.statement): FrontendReader {
  const reader = new FrontendReader({ ...unchanged, statement });
  reader.read(start);
  return reader;
}

test("a prepared statement is recognised when it runs by name", () => {
  const reader = openReader();
  reader.read(Buffer.concat([parse("s1", "commit"), bind("s1"), execute, sync]));
  expect(reader.read(Buffer.concat([bind("s1"), execute, sync])).map(({ statement }) => statement)).toEqual(["commit"]);
});

test("a simple query is a separate request", () => {
  expect(
    openReader()
      .read(message("Q", text("begin")))
      .map(({ statement }) => statement),
  ).toEqual(["begin"]);
});

test("a request that arrives in pieces is passed on whole", () => {
  const sent = Buffer.concat([parse("s1", "commit"), bind("s1"), execute, sync]);
  const reader = openReader();
  const requests = [...sent].flatMap((byte) => reader.read(Buffer.from([byte])));
  expect(requests.map(({ bytes }) => bytes.toString("hex"))).toEqual([sent.toString("hex")]);
});

test("requests that are sent together are separated", () => {
  const one = Buffer.concat([parse("", "select 1"), bind(""), execute, sync]);
  expect(
    openReader()
      .read(Buffer.concat([one, one]))
      .map(({ bytes }) => bytes.length),
  ).toEqual([one.length, one.length]);
});

test("a session that asks for encryption first starts after it", () => {
  const reader = new FrontendReader(unchanged);
  const requests = [encryption, start, message("Q", text("begin"))].flatMap((chunk) => reader.read(chunk));
  expect(requests.map(({ statement }) => statement)).toEqual([undefined, undefined, "begin"]);
});

test("a rewritten statement keeps its name and its parameters, and is recognised by its new text", () => {
  const reader = openReader((statement) => statement.replace(" for update", ""));
  const [request] = reader.read(Buffer.concat([parse("s1", "select 1 for update"), bind("s1"), execute, sync]));
  expect(request?.statement).toBe("select 1");
  expect(request?.bytes.subarray(0, parse("s1", "select 1").length)).toEqual(parse("s1", "select 1"));
});

test("a session starts without a removed setting, and with all others", () => {
  const version = Buffer.from([0, 3, 0, 0]);
  const settings = ["user", "rewards", "synchronous_commit", "on", "TimeZone", "UTC"];
  const reader = new FrontendReader({ ...unchanged, keeps: (name) => name !== "synchronous_commit" });
  const [request] = reader.read(message("", version, ...settings.map(text), Buffer.from([0])));
  const kept = ["user", "rewards", "TimeZone", "UTC"];
  expect(request?.bytes).toEqual(message("", version, ...kept.map(text), Buffer.from([0])));
  expect(new FrontendReader(unchanged).read(start)[0]?.bytes).toEqual(start);
});
