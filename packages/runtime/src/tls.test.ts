import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PeerCertificate } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "./config.ts";
import { readTls, tlsRemedyOf } from "./tls.ts";
import { postgresUrlVar, queueUrlVar } from "./variables.ts";

const folder = mkdtempSync(join(tmpdir(), "rewards-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));
const pem = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n";
const ca = join(folder, "ca.crt");
const noPem = join(folder, "no.pem");
writeFileSync(ca, pem);
writeFileSync(noPem, "x");

const servers = ["postgres://u:p@h:5432/d", "postgresql://h/d", "rediss://:p@h:6379/0"];

describe.each(servers)("%s", (server) => {
  test.each([
    ["require", "", { rejectUnauthorized: false }],
    ["require", `&sslrootcert=${ca}`, { rejectUnauthorized: true, ca: pem }],
    ["verify-ca", `&sslrootcert=${ca}`, { rejectUnauthorized: true, ca: pem }],
    ["verify-full", `&sslrootcert=${ca}`, { rejectUnauthorized: true, ca: pem }],
    ["verify-full", "&sslrootcert=system", { rejectUnauthorized: true }],
    ["verify-full", "", { rejectUnauthorized: true }],
    ["verify-full", `&sslcert=${ca}&sslkey=${ca}`, { rejectUnauthorized: true, cert: pem, key: pem }],
  ])("sslmode=%s%s asks for the same TLS, and is no part of the URL", (mode, more, expected) => {
    const { url, tls } = readTls(`${server}?sslmode=${mode}${more}`);
    const { checkServerIdentity: _, ...options } = tls as Record<string, unknown>;
    expect([url, options]).toEqual([server, expected]);
  });

  test.each([
    ["sslmode=prefer", "expected sslmode=disable, require, verify-ca, verify-full"],
    ["sslmode=verify_full", "expected sslmode=disable"],
    ["sslmode=require&ssl=true", "expected sslmode="],
    ["sslmode=require&sslmode=verify-full", "sslmode is given twice"],
    ["sslmode=verify-ca", "sslmode=verify-ca needs sslrootcert"],
    ["sslmode=require&sslrootcert=system", "sslrootcert=system needs sslmode=verify-full"],
    ["sslmode=verify-full&sslrootcert=/none/ca", "opening the file of sslrootcert failed (ENOENT)"],
    [`sslmode=verify-full&sslrootcert=${noPem}`, "the file of sslrootcert holds no PEM"],
    [`sslmode=verify-full&sslcert=${ca}`, "sslcert and sslkey go together"],
  ])("with %s is refused", (query, message) => {
    expect(() => readTls(`${server}?${query}`)).toThrow(message);
  });
});

test("no TLS is asked for where the URL does not, and other parameters stay", () => {
  const url = "postgres://h/d?options=-c%20statement_timeout%3D1&application_name=x";
  expect(readTls("postgres://h/d")).toEqual({ url: "postgres://h/d", tls: false });
  expect(readTls("redis://h?sslmode=disable")).toEqual({ url: "redis://h", tls: false });
  expect(new URL(readTls(`${url}&sslmode=disable`).url).searchParams.get("options")).toBe("-c statement_timeout=1");
  expect(readTls(url).url).toContain("application_name=x");
});

test.each([
  ["redis://h?sslmode=require", "TLS to Redis needs rediss://"],
  ["rediss://h?sslmode=disable", "rediss:// is with TLS"],
  [`postgres://h/d?sslrootcert=${ca}`, "sslmode is needed too"],
])("%s contradicts itself", (url, message) => expect(() => readTls(url)).toThrow(message));

describe("verify-full", () => {
  const peer = (subjectaltname: string) => ({ subjectaltname, subject: {} }) as PeerCertificate;
  const check = (url: string, name: string, names: string) => {
    const { tls } = readTls(url);
    return (tls || undefined)?.checkServerIdentity?.(name, peer(names));
  };

  test.each([
    ["postgres://u@Db.example:5432/d?sslmode=verify-full", "db.example", "DNS:db.example", true],
    ["postgres://u@db.example/d?sslmode=verify-full", "db.example", "DNS:other", false],
    // What Node is given for an address.
    ["postgres://u@10.0.0.1:5432/d?sslmode=verify-full", "localhost", "IP Address:10.0.0.1", true],
    ["postgres://u@10.0.0.1:5432/d?sslmode=verify-full", "localhost", "DNS:localhost", false],
    ["postgres://u@10.0.0.1:5432/d?sslmode=verify-full", "localhost", "IP Address:10.0.0.2", false],
    ["postgres://u@[fd00::1]:5432/d?sslmode=verify-full", "localhost", "IP Address:FD00:0:0:0:0:0:0:1", true],
    ["postgres://u@10.0.0.1:1,10.0.0.2:2/d?sslmode=verify-full", "localhost", "IP Address:10.0.0.2", true],
    ["postgres://u@a:1,b:2/d?sslmode=verify-full", "b", "DNS:a", false],
    ["rediss://10.0.0.1", "10.0.0.1", "IP Address:10.0.0.1", true],
    ["rediss://10.0.0.1", "10.0.0.1", "DNS:10.0.0.1", false],
  ])("%s, by %s, takes a certificate for %s: %s", (url, name, names, isTaken) => {
    expect(check(url, name, names) === undefined).toBe(isTaken);
  });
});

test("a wrong parameter stops the start in a line that names the setting, and repeats no password", () => {
  const schema = z.object({ DATABASE_URL: postgresUrlVar, QUEUE_URL: queueUrlVar });
  const env = {
    DATABASE_URL: "postgres://u:hunter2@h/d?sslmode=prefer",
    QUEUE_URL: "redis://:hunter2@q?sslmode=require",
  };
  expect(() => loadConfig(schema, env)).toThrow(
    "Configuration: DATABASE_URL is wrong: expected sslmode=disable, require, verify-ca, verify-full; " +
      "QUEUE_URL is wrong: TLS to Redis needs rediss://",
  );
});

test("a remedy is given for a refused certificate, and for nothing else", () => {
  expect(tlsRemedyOf({ code: "SELF_SIGNED_CERT_IN_CHAIN" })).toContain("sslrootcert");
  expect([tlsRemedyOf({ code: "ECONNREFUSED" }), tlsRemedyOf(null), tlsRemedyOf(new Error("x"))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
