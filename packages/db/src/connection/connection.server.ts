import { parseServerUrl, readTls, type ServerHost } from "@rewards/runtime";

const portDefault = 5_432;

const portOf = ({ port }: ServerHost) => port ?? portDefault;

/** The driver takes lists; its types name one host only. */
const asOne = (lists: { host: string[]; port: number[] }) => lists as unknown as { host: string; port: number };

export type ServerRole = "primary" | "standby";

/**
 * The driver's options for a server of this role, of a URL that may name several hosts. The driver tries the hosts one
 * after the other, beginning with the one that served last, and refuses another role with `CONNECTION_UNFIT`. It learns
 * the role from the server's greeting. `read-write` would not do for the primary: the driver accepts a standby for that.
 * `prefer-standby` would not do for a standby: it also takes a server that was promoted and has another history.
 */
export function serverOptions(url: string, role: ServerRole) {
  const { url: plainUrl, tls } = readTls(url);
  const server = parseServerUrl(plainUrl);
  const common = { ssl: tls, target_session_attrs: role } as const;
  if (server === undefined || server.hosts.length === 1) return { url: plainUrl, options: common };
  const { hosts } = server;
  return {
    url: server.url.href,
    options: { ...common, ...asOne({ host: hosts.map(({ host }) => host), port: hosts.map(portOf) }) },
  };
}
