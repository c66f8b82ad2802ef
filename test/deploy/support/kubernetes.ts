import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkout } from "../../flow/support/compose.ts";

export interface Rendered {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: checked by the schemas of Kubernetes
  readonly spec: any;
}

type Labels = Readonly<Record<string, string>>;

/** The packages that have the schemas and types of these groups; all others are Kubernetes' own. */
const packages: Readonly<Record<string, string>> = {
  "keda.sh": "@kubernetes-models/keda",
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
  "gateway.networking.k8s.io": "@kubernetes-models/gateway-api",
};

function moduleOf({ apiVersion, kind }: Rendered): string {
  const [group = ""] = apiVersion.split("/");
  return `${packages[group] ?? "kubernetes-models"}/${apiVersion}/${kind}`;
}

/** What the schema of the object's kind forbids: types, required fields, forms. Fields that it lacks pass. */
export async function findProblems(rendered: Rendered): Promise<string[]> {
  const models = await import(moduleOf(rendered));
  const model = new models[rendered.kind](rendered);
  try {
    model.validate();
    return [];
  } catch (error) {
    return [`${rendered.kind} ${rendered.metadata.name}: ${(error as Error).message}`];
  }
}

/** What the types of the kinds forbid: fields that they do not have. */
export async function findTypeProblems(objects: readonly Rendered[]): Promise<string> {
  const source = objects.map(
    (one, index) =>
      `import type { I${one.kind} as Kind${index} } from "${moduleOf(one)}";\nexport const object${index}: Kind${index} = ${JSON.stringify(one, null, 2)};\n`,
  );
  // Where the compiler finds the types.
  const folder = mkdtempSync(join(checkout, "test/node_modules/.rendered-"));
  const file = join(folder, "rendered.ts");
  writeFileSync(file, source.join("\n"));
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--types", ""];
  const compile = promisify(execFile)(join(checkout, "node_modules/.bin/tsc"), [...options, file]);
  return compile
    .then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    )
    .finally(() => rmSync(folder, { recursive: true }));
}

/** The container of a Deployment or Job. */
export interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly [name: string]: unknown;
}

export const podOf = (rendered: Rendered) => rendered.spec.template.spec;

export const containerOf = (rendered: Rendered): Container => podOf(rendered).containers[0];

export const envOf = (rendered: Rendered): Readonly<Record<string, string>> =>
  Object.fromEntries(containerOf(rendered).env.map(({ name, value = "" }) => [name, value]));
