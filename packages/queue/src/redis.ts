import type { ConnectionOptions } from "node:tls";
import { parseServerUrl, readQueueUrl, readTls, type ServerUrl } from "@rewards/runtime";
import { Cluster, Redis, type RedisOptions } from "ioredis";

/** At most 1 s: ioredis' own strategy takes up to 20 s to notice that Redis is back. Jitter spreads a fleet's return. */
const retryStrategy = () => 200 + Math.random() * 800;

/** How long a node of a cluster may take to say who owns what, and how often it is asked, ms. */
const slotsMsMax = 2_000;
const slotsEveryMs = 5_000;

/** Commands to a hung Redis stay in memory after their callers gave up. The connection ends after this silence, ms. */
const silentMsMax = 5_000;

const portDefault = 6_379;
const sentinelPortDefault = 26_379;

export type RedisClient = Redis | Cluster;

type ClientOptions = (ReturnType<typeof redisProducerOptions> | ReturnType<typeof redisConsumerOptions>) & {
  readonly lazyConnect?: boolean;
};
type SecuredOptions = ClientOptions & { readonly tls?: ConnectionOptions };

/**
 * Opens a connection to what the URL names:
 * - `redis://` and `rediss://`: one server;
 * - `redis+cluster://a:6379,b:6379`: a Redis Cluster, of which some nodes are named;
 * - `redis+sentinel://a:26379,b:26379/name`: the primary of that name, which its Sentinels know. A user and a password
 *   are those of Redis. No `failoverDetector`: it ended consumers for good.
 * `rediss+cluster://` and `rediss+sentinel://` are the same with TLS; Sentinels speak it too then.
 */
export function openRedisClient(given: string, options: ClientOptions): RedisClient {
  const { url: plainUrl, tls } = readTls(readQueueUrl(given).url);
  const server = parseServerUrl(plainUrl);
  const { protocol = "" } = server?.url ?? {};
  const secured = tls === false ? options : { ...options, tls };
  if (server && protocol.endsWith("+cluster:")) return openCluster(server, secured);
  if (server && protocol.endsWith("+sentinel:")) return new Redis(sentinelOptions(server, secured));
  return new Redis(plainUrl, secured);
}

function loginOf({ url: { username, password } }: ServerUrl) {
  return {
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
  };
}

function sentinelOptions(server: ServerUrl, options: SecuredOptions) {
  const { tls } = options;
  return {
    ...options,
    ...loginOf(server),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    sentinels: server.hosts.map(({ host, port = sentinelPortDefault }) => ({ host, port })),
    name: decodeURIComponent(server.url.pathname.slice(1)),
    sentinelRetryStrategy: retryStrategy,
    // A former primary that became a replica: the next connection asks the Sentinels again. Nothing is sent twice.
    reconnectOnError: ({ message }: Error) => message.startsWith("READONLY"),
  };
}

function openCluster(server: ServerUrl, options: SecuredOptions): Cluster {
  const { lazyConnect = false, retryStrategy: _, ...kept } = options;
  const nodes = server.hosts.map(({ host, port = portDefault }) => ({ host, port }));
  return new Cluster(nodes, {
    enableOfflineQueue: !("enableOfflineQueue" in options),
    lazyConnect,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshTimeout: slotsMsMax,
    slotsRefreshInterval: slotsEveryMs,
    // Nodes name themselves by addresses or names, which must reach TLS unchanged.
    dnsLookup: (address: string, callback: (error: null, found: string) => void) => callback(null, address),
    redisOptions: { ...kept, ...loginOf(server) },
  });
}

/**
 * A producer works after a request was answered, so it must fail at once and not queue up commands:
 * no offline queue, nothing resent after a reconnect, and no command waited for longer than `commandMsMax`.
 */
export function redisProducerOptions(commandMsMax: number) {
  return {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMsMax,
    connectTimeout: 2_000,
    socketTimeout: silentMsMax,
    retryStrategy,
  } satisfies RedisOptions;
}

/** No caller waits for a worker: it waits for Redis without limit, and drops a silent connection. */
export function redisConsumerOptions() {
  return {
    maxRetriesPerRequest: null,
    // Longer than the 10 s that BullMQ's blocking read may last.
    socketTimeout: 30_000,
    connectTimeout: 5_000,
    retryStrategy,
  } satisfies RedisOptions;
}

/** The servers that hold jobs: of a cluster, its primaries, since any of them may get the queue. */
export const primariesOf = (client: RedisClient): readonly Redis[] =>
  client instanceof Cluster ? client.nodes("master") : [client];

/**
 * Why a server of Redis loses or refuses jobs although it answers, with the remedy; undefined if there is no such
 * reason. Names no address: callers see it.
 */
export async function findRisk(client: RedisClient): Promise<string | undefined> {
  const servers = primariesOf(client);
  const risks = (await Promise.all(servers.map(findOwnRisk))).filter((risk) => risk !== undefined);
  const [first] = risks;
  return first === undefined || servers.length === 1
    ? first
    : `${risks.length} of the ${servers.length} nodes of the cluster need mending (\`rewards status\` names them): ${first}`;
}

async function findOwnRisk(server: Redis): Promise<string | undefined> {
  // A user without the right to ask can still use the queue.
  const sections = ["memory", "persistence"].map((name) => server.info(name).catch(() => ""));
  return describeRisk((await Promise.all(sections)).join("\n"));
}

/** Jobs that end free memory for new ones: a full Redis uses a little less than all of it at most moments. */
const fullFrom = 0.95;

/** @param used the part of `maxmemory` in use; infinite without a limit, and NaN if Redis does not say. */
function describeFull(used: number): string | undefined {
  if (!Number.isFinite(used) || used < fullFrom) return undefined;
  return `Redis is full, or nearly (${Math.floor(used * 100)} % of maxmemory). Once full, it refuses jobs, and their sales are posted late. Give it more memory, or FLUSHALL, which loses nothing.`;
}

/** Reads the text of INFO. */
export function describeRisk(info: string): string | undefined {
  const settingOf = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1];
  if (settingOf("aof_last_write_status") === "err")
    return "Redis cannot write to its disk, and takes no jobs: make room, or mend its folder's rights.";
  const policy = settingOf("maxmemory_policy");
  if (policy === undefined || policy === "noeviction")
    return describeFull(Number(settingOf("used_memory")) / Number(settingOf("maxmemory")));
  return `Redis throws jobs away when it is full (maxmemory-policy ${policy}), and their sales are posted late. Set maxmemory-policy noeviction.`;
}
