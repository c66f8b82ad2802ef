import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient as storeClient } from "@rewards/access";
import { formatClientKey, programmeFile, type Scope } from "@rewards/domain";
import { applyProgrammes } from "@rewards/operations";
import { type Client, createClient } from "../support/client.ts";
import { operatorToken } from "../support/dead-letters.ts";
import {
  addBalance,
  awaitStatus,
  memberContent,
  redeemed,
  redemptionContent,
  saleContent,
} from "../support/fixtures.ts";
import { type Issuer, startIssuer } from "../support/issuer.ts";
import { type Stack, startStack } from "../support/stack.ts";
import { brokenKeys, type HostileIssuers, outside, startHostileIssuers } from "./issuers.ts";

/** What a test of the suite is: its name is what an attacker cannot do. */
export type Attacks = Readonly<Record<string, (world: World) => Promise<void>>>;

/** `rights`, and what the client is limited to. They exist before the API starts, so that it knows them at once. */
const clients = {
  admin: { rights: "*" },
  /** Limited to the programme of the side `own`. */
  ofProgramme: { rights: "*", scope: { programmes: ["REWARDS"] } },
  club: { rights: "member:create", scope: { programmes: ["CLUB"] } },
  ofStore: { rights: "*", scope: { stores: ["S-own"] } },
  /** A till of the own store, as `clients create` makes it. */
  ownTill: {
    rights: "sale:create sale:read view:ObjectHistory view:PreviewSale view:LedgerEntriesBetweenDates",
    scope: { stores: ["S-own"], keys: ["own-", "o2-"] },
  },
  till: { rights: "sale:* store:* segment:create" },
  reader: { rights: "view:MemberBalances view:RedemptionItemsByMember" },
  guesser: { rights: "view:RedemptionItemsByVoucherCode" },
  lister: { rights: "operator:list" },
  adjuster: { rights: "member:adjust", scope: { largestAdjustment: "500", adjustmentsAnHour: "5000" } },
  smallTill: { rights: "sale:create", scope: { largestSale: "1000" } },
  caller: { rights: "sale:create" },
  opener: { rights: "segment:create" },
  ended: { rights: "*", expiresAt: new Date(0) },
} as const;
type ClientName = keyof typeof clients;

/**
 * Of each limit there is so little that an attack reaches it soon. That of calls is one of the APIs with hostile issuers
 * alone: the attacks on the other API send more, and wait for workers.
 */
export const limits = { calls: 400, requests: 10, voucherMisses: 4, redemptionsOfMember: 3 } as const;

interface Credential {
  readonly clientID: string;
  readonly clientSecret: string;
}

/** A member with its records: `own` is in the programme REWARDS, and `foreign` in another one. */
type Side = "own" | "foreign";
interface Belongings {
  readonly member: string;
  readonly store: string;
  readonly voucherCode: string;
  readonly ids: Readonly<Record<"member" | "redemption" | "item" | "sale" | "store", string>>;
}

/** The service under attack. */
export interface World extends Record<Side, Belongings> {
  readonly stack: Stack;
  readonly url: string;
  readonly as: Readonly<Record<ClientName, Client>>;
  readonly credentials: Readonly<Record<ClientName, Credential>>;
  readonly issuer: Issuer;
  readonly attacker: Attacker;
  readonly hostile: HostileIssuers;
  stop(): Promise<void>;
}

/** A server of the attacker, which notes every request that reaches it. */
interface Attacker {
  readonly url: string;
  readonly requests: readonly string[];
  close(): void;
}

async function startAttacker(): Promise<Attacker> {
  const requests: string[] = [];
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, close: () => void server.close() };
}

async function storeClients({ database: { sql } }: Stack): Promise<Record<ClientName, Credential>> {
  const club = { businessId: "CLUB", name: "Club", currencies: [{ name: "Points" }] };
  await applyProgrammes(sql, programmeFile.parse({ programmes: [club] }), { actor: "test" });
  const all = Object.entries(clients).map(async ([name, given]) => {
    const { rights, scope, expiresAt = null } = given as { rights: string; scope?: Scope; expiresAt?: Date };
    const client = { name, rights, expiresAt, ...(scope && { scope }) };
    return [name, await storeClient(sql, client, { actor: "test" })] as const;
  });
  return Object.fromEntries(await Promise.all(all)) as Record<ClientName, Credential>;
}

async function plant(admin: Client, side: Side, programme: string): Promise<Belongings> {
  const [member, store] = [`M-${side}`, `S-${side}`];
  const [storeId, memberId] = await Promise.all([
    admin.created("Store", { StoreCode: store, Name: store }),
    admin.created("Member", { ...memberContent(member), FullName: `Ann ${side}`, ProgramBusinessID: programme }),
  ]);
  await addBalance(admin, memberId, 500);
  const [sale, item] = await Promise.all([
    admin.created("Sale", saleContent({ member, store, product: "P-1" })),
    redeemed(admin, redemptionContent(member, "R-1")),
  ]);
  await awaitStatus(admin, sale, "Resolved-Completed");
  const ids = { member: memberId, redemption: item.Redemption.ID, item: item.ID, sale, store: storeId };
  return { member, store, voucherCode: item.VoucherCode, ids };
}

/** Starts an API and a worker as processes, with credentials required, and registers what attackers are after. */
export async function startWorld(): Promise<World> {
  const [stack, issuer, attacker] = await Promise.all([
    startStack({ apis: 0, workers: 0 }),
    startIssuer(brokenKeys),
    startAttacker(),
  ]);
  const credentials = await storeClients(stack);
  const [api] = await Promise.all([
    stack.startApi({
      AUTH: "required",
      OPERATOR_TOKEN: operatorToken,
      AUTH_JWKS_URL: issuer.url,
      AUTH_ISSUER: outside.iss,
      AUTH_AUDIENCE: outside.aud,
      CLIENT_REQUESTS_MAX: String(limits.requests),
      CLIENT_VOUCHER_MISSES_MAX: String(limits.voucherMisses),
    }),
    stack.startWorker({ MEMBER_REDEMPTIONS_HOUR_MAX: String(limits.redemptionsOfMember) }),
  ]);
  const hostile = startHostileIssuers(stack, attacker.url, { CLIENT_CALLS_MAX: String(limits.calls) });
  const asOf = ([name, one]: [string, Credential]) =>
    [name, createClient(api.url, formatClientKey(one.clientID, one.clientSecret))] as const;
  const as = Object.fromEntries(Object.entries(credentials).map(asOf)) as World["as"];
  const { admin } = as;
  await Promise.all([
    admin.created("Product", { ProductCode: "P-1", Name: "Coffee" }),
    admin.created("Reward", { ExternalID: "R-1", Name: "Mug", RewardType: "digital", RewardCost: "100" }),
  ]);
  const [own, foreign] = await Promise.all([plant(admin, "own", "REWARDS"), plant(admin, "foreign", "CLUB")]);
  async function stop(): Promise<void> {
    issuer.close();
    attacker.close();
    hostile.close();
    await stack.stop();
  }
  return { stack, url: api.url, as, credentials, issuer, attacker, hostile, own, foreign, stop };
}
