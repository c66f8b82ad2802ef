import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { apiRoot, send } from "@rewards/lab/client";
import { poll } from "@rewards/lab/poll";
import type { Exchange } from "./call.ts";
import type { Service } from "./service.ts";

const run = promisify(execFile);

/** docs/compatibility.md names this version too. */
export const pegaAuthVersion = "0.2.38";

/** The part of the class PegaAuth that a client without pages uses. */
interface PegaAuth {
  login(): Promise<{ readonly access_token: string; readonly token_type: string; readonly expires_in: number }>;
  revokeTokens(accessToken: string): Promise<void>;
}

type MakePegaAuth = new (config: Readonly<Record<string, string>>, state: object) => PegaAuth;

/**
 * Installs `@pega/auth` into a folder, and returns its class.
 * @throws if npm fails.
 */
async function fetchPegaAuth(folder: string): Promise<MakePegaAuth> {
  await writeFile(join(folder, "package.json"), "{}");
  const version = `@pega/auth@${pegaAuthVersion}`;
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", version], { cwd: folder });
  const file = pathToFileURL(join(folder, "node_modules/@pega/auth/lib/index.js")).href;
  const { PegaAuth } = (await import(file)) as { PegaAuth: MakePegaAuth };
  return PegaAuth;
}

/** The folder of the token calls, by `serverType`. */
const tokenFolders = { launchpad: "/uas/oauth", infinity: "/prweb/PRRestService/oauth2/v1" } as const;

type ServerType = keyof typeof tokenFolders;

/** An API accepts a revoked token for up to two seconds. */
const revokeMsMax = 10_000;

/** Installs the client into a folder. With it, logs in as each type of server, uses the token, and ends it. */
export async function tryPegaAuth(folder: string, service: Service): Promise<Exchange[]> {
  const makeAuth = await fetchPegaAuth(folder);
  const exchanges: Exchange[] = [];
  for (const serverType of Object.keys(tokenFolders) as ServerType[])
    exchanges.push(...(await tryServerType(makeAuth, service, serverType)));
  return exchanges;
}

async function tryServerType(makeAuth: MakePegaAuth, service: Service, serverType: ServerType) {
  const { url, clientID: clientId, clientSecret } = service;
  const folder = url + tokenFolders[serverType];
  const config = { serverType, grantType: "clientCreds", tokenUri: `${folder}/token`, revokeUri: `${folder}/revoke` };
  const auth = new makeAuth({ ...config, clientId, clientSecret }, {});
  const stranger = new makeAuth({ ...config, clientId, clientSecret: "wrong" }, {});
  const { access_token: token, ...rest } = await auth.login();
  return [
    exchangeOf(`log-in as ${serverType}`, JSON.stringify(rest), "bearer token", isBearer(rest)),
    await refuse(stranger, serverType),
    await use(url, token, serverType),
    await end(auth, url, token, serverType),
  ];
}

const exchangeOf = (title: string, received: string, wanted: string, isWanted = received === wanted): Exchange => ({
  title,
  received,
  missing: isWanted ? [] : [`got no ${wanted}`],
});

const isBearer = ({ token_type, expires_in }: Readonly<{ token_type: string; expires_in: number }>) =>
  token_type === "bearer" && expires_in > 0;

/** The client reports a refused log-in as an error with the status as its cause. */
async function refuse(stranger: PegaAuth, serverType: ServerType): Promise<Exchange> {
  const received = await stranger.login().then(
    () => "a token",
    (error: Error) => String(error.cause),
  );
  return exchangeOf(`log-in as ${serverType} with a wrong secret`, received, "401");
}

async function use(url: string, token: string, serverType: ServerType): Promise<Exchange> {
  const body = { objectTypeID: "Store", content: { StoreCode: `pega-auth-${serverType}`, Name: "Main Street" } };
  const headers = { authorization: `Bearer ${token}` };
  const { status, text } = await send(url + apiRoot, { method: "POST", path: "/objects", headers, body });
  return exchangeOf(`a store, created with the token of ${serverType}`, `${status} ${text}`, "201", status === 201);
}

async function end(auth: PegaAuth, url: string, token: string, serverType: ServerType): Promise<Exchange> {
  await auth.revokeTokens(token);
  const headers = { authorization: `Bearer ${token}` };
  const read = async () => (await send(url + apiRoot, { method: "GET", path: "/data_views", headers })).status;
  const status = await poll(read, (found) => found === 401, revokeMsMax);
  return exchangeOf(`the end of the token of ${serverType}`, `${status}`, "401");
}
