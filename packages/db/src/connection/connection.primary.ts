import { parseServerUrl, readTls, type ServerHost } from "@rewards/runtime";

const portDefault = 5_432;

const portOf = ({ port }: ServerHost) => port ?? portDefault;

/** The driver takes lists; its types name one host only. */
const asOne = (lists: { host: string[]; port: number[] }) => lists as unknown as { host: string; port: number };

/**
 * The driver's options for the primary of a URL that may name several hosts. The driver tries the hosts one after the
 * other, beginning with the one that served last, and refuses a standby with `CONNECTION_UNFIT`. It learns whether a
 * server is a standby from the server's greeting. `read-write` would not do: the driver accepts a standby for that.
 */
export function primaryOptions(url: string) {
  const { url: plainUrl, tls } = readTls(url);
  const server = parseServerUrl(plainUrl);
  const common = { ssl: tls, target_session_attrs: "primary" } as const;
  if (server === undefined || server.hosts.length === 1) return { url: plainUrl, options: common };
  const { hosts } = server;
  return {
    url: server.url.href,
    options: { ...common, ...asOne({ host: hosts.map(({ host }) => host), port: hosts.map(portOf) }) },
  };
}
