/** Calls the service: POSTs JSON and returns the JSON response. */
export type Ask = (path: string, body: object) => Promise<unknown>;

interface Parameter {
  readonly "x-example-from"?: { readonly path: string; readonly body: object };
  example?: unknown;
}

interface Described {
  readonly "x-example-keys": readonly string[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
}

/**
 * The document with examples that work when they are sent here and now. Business keys get the `suffix`, because a key
 * is taken once it was sent. IDs are replaced by those of existing records, if there are any. Runs in the browser.
 */
export async function fillSamples(document: string, suffix: string, ask: Ask): Promise<string> {
  const keys = (JSON.parse(document) as Described)["x-example-keys"];
  const renamed = keys.reduce((text, key) => text.replaceAll(key, `${key}-${suffix}`), document);
  const filled = JSON.parse(renamed) as Described;
  const operations = Object.values(filled.paths).flatMap((item) => Object.values(item));
  const parameters = operations.flatMap(({ parameters: all = [] }) => all);
  await Promise.all(parameters.map((parameter) => fillId(parameter, ask)));
  return JSON.stringify(filled);
}

async function fillId(parameter: Parameter, ask: Ask): Promise<void> {
  const source = parameter["x-example-from"];
  if (!source) return;
  const { data } = (await ask(source.path, source.body)) as { data?: readonly { readonly ID?: string }[] };
  parameter.example = data?.[0]?.ID ?? parameter.example;
}
