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

/** The hosts of a URL, with their ports where they are given. */
export const formatHosts = ({ hosts }: ServerUrl) => hosts.map(formatHost).join(",");
