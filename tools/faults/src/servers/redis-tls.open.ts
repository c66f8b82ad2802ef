import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@rewards/lab/servers";
import type { Opening } from "../faults/fault.ts";
import { type RedisNode, redisHost, startRedisNode } from "./redis-node.start.ts";

/** A Redis that accepts no connection without TLS, with a certificate of a private CA. */
export interface TlsRedis {
  readonly url: string;
  readonly node: RedisNode;
}

/** @throws if the PATH has no openssl. */
export async function openTlsRedis(opening: Opening): Promise<TlsRedis> {
  const folder = await makeFolder("redis-tls", opening.closers);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  openssl(...request, "-x509", "-subj", "/CN=Faults CA", "-keyout", "ca.key", "-out", "ca.crt");
  const issued = ["-CA", "ca.crt", "-CAkey", "ca.key", "-addext", `subjectAltName=IP:${redisHost}`];
  openssl(...request, "-x509", ...issued, "-subj", "/CN=faults", "-keyout", "redis.key", "-out", "redis.crt");
  const [root, certificate, key] = ["ca.crt", "redis.crt", "redis.key"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const node = await startRedisNode(
    opening,
    (port) => [
      ...["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no"],
      ...["--tls-ca-cert-file", root, "--tls-cert-file", certificate, "--tls-key-file", key],
    ],
    { tls: { ca: readFileSync(root, "utf8") } },
  );
  return { url: `rediss://${redisHost}:${node.port}?sslrootcert=${encodeURIComponent(root)}`, node };
}
