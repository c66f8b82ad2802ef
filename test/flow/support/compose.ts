import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const checkout = fileURLToPath(new URL("../../..", import.meta.url));

/** The parts of a docker-compose.yml service that tests read. */
export interface ComposeService {
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly [name: string]: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export const readText = (name: string) => readFileSync(`${checkout}/${name}`, "utf8");

/** Merges the settings that services share, and gives unset variables their defaults. */
export function readCompose(): Compose {
  const text = readText("docker-compose.yml").replace(/\$\{\w+:-([^}]*)\}/g, "$1");
  return parse(text, { merge: true }) as Compose;
}
