/**
 * The URL of a server that may name several hosts, as `postgres://user:password@a:5432,b:5432/rewards`. Node's URL reads
 * only one host.
 */
export interface ServerUrl {
  /** The URL with the first host alone. */
  readonly url: URL;
  readonly hosts: readonly ServerHost[];
}

export interface ServerHost {
  /** A name or an address; IPv6 without brackets. */
  readonly host: string;
  /** Undefined for the default port. */
  readonly port: number | undefined;
}

/** Scheme and user, hosts, and the rest. */
const parts = /^([a-z][a-z+]*:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** Parses such a URL; undefined if the text is not one. */
export function parseServerUrl(text: string): ServerUrl | undefined {
  const [, before = "", hosts = "", after = ""] = parts.exec(text) ?? [];
  const all = hosts.split(",").map((host) => `${before}${host}${after}`);
  if (!all.every((one) => URL.canParse(one))) return undefined;
  const urls = all.map((one) => new URL(one));
  const [url] = urls;
  // Of several hosts, each needs a name.
  if (url === undefined || (urls.length > 1 && urls.some(({ hostname }) => hostname === ""))) return undefined;
  return { url, hosts: urls.map(hostOf) };
}

function hostOf({ hostname, port }: URL): ServerHost {
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? undefined : Number(port) };
}

/** The text of a URL whose first host may have been changed in other parts, with all hosts. */
export function formatServerUrl({ url, hosts }: ServerUrl): string {
  const [, before = "", first = "", after = ""] = parts.exec(url.href) ?? [];
  return `${before}${[first, ...hosts.slice(1).map(formatHost)].join(",")}${after}`;
}

function formatHost({ host, port }: ServerHost): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}

/** Why a server was not reached. A failure to connect to several addresses holds one error for each. */
export function describeCause(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeCause(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

/** Hosts and path of a URL, without user and password. */
export function describeTarget(text: string): string {
  const server = parseServerUrl(text);
  return server === undefined ? "" : server.hosts.map(formatHost).join(",") + server.url.pathname;
}

/** Each partition that a worker holds costs it connections, so their number is bounded. */
export const queuePartitionsMax = 64;

const parameter = "partitions";

/** The URL of a queue without its own parameter, and how many partitions its queues have: 1 without the parameter. */
export interface QueueUrl {
  readonly url: string;
  readonly partitions: number;
}

/** Expects a URL that `partitionsProblemOf` finds right. */
export function readQueueUrl(given: string): QueueUrl {
  const { url, values } = split(given);
  return { url, partitions: Number(values[0] ?? 1) };
}

/** What is wrong with the `partitions` of a queue's URL; undefined if nothing is. */
export function partitionsProblemOf(given: string): string | undefined {
  const { values } = split(given);
  const [value] = values;
  if (value === undefined) return undefined;
  if (/^postgres/i.test(given)) return "a queue on Postgres has no partitions: leave partitions= out";
  if (values.length > 1) return "partitions is given twice";
  return /^[1-9]\d?$/.test(value) && Number(value) <= queuePartitionsMax
    ? undefined
    : `expected partitions=, followed by a number from 1 to ${queuePartitionsMax}`;
}

function split(given: string): { readonly url: string; readonly values: readonly string[] } {
  const { base, parameters } = splitQuery(given);
  const values = parameters.getAll(parameter);
  parameters.delete(parameter);
  return { url: values.length === 0 ? given : joinQuery(base, parameters), values };
}

/** Also of a URL that names several hosts, which Node's URL cannot read. */
export function splitQuery(url: string): { readonly base: string; readonly parameters: URLSearchParams } {
  const [base = "", query = ""] = url.split(/\?(.*)/s);
  return { base, parameters: new URLSearchParams(query) };
}

export const joinQuery = (base: string, parameters: URLSearchParams) =>
  parameters.size > 0 ? `${base}?${parameters}` : base;
