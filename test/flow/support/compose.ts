import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const checkout = fileURLToPath(new URL("../../..", import.meta.url));

/** A service of docker-compose.yml, as far as tests look at it. */
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

/** With what services share merged in, and variables as they are where nobody sets them. */
export function readCompose(): Compose {
  const text = readText("docker-compose.yml").replace(/\$\{\w+:-([^}]*)\}/g, "$1");
  return parse(text, { merge: true }) as Compose;
}
