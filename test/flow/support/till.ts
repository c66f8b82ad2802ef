import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type Answer, type Client, createClient } from "./client.ts";
import { freshKey, type registerBasics, saleContent } from "./fixtures.ts";

type Basics = Pick<Awaited<ReturnType<typeof registerBasics>>, "store" | "product" | "productId">;
type Sale = ReturnType<typeof saleContent>;

export interface TillsOptions {
  /** The gateways' current addresses; one gateway may be down. */
  readonly urls: () => readonly string[];
  readonly basics: Basics;
  readonly members: readonly string[];
}

/** Points of sale that keep selling. They know only whether a gateway answers. */
export interface Tills {
  /** IDs by ExternalID of all sales answered with 201. */
  readonly answered: ReadonlyMap<string, string>;
  /** The sales sent, with the points that they earn, by ExternalID. */
  readonly sent: ReadonlyMap<string, { readonly content: Sale; readonly points: number }>;
  /** Answers that a till must not get, another ID for a repeated sale included. */
  readonly wrong: readonly string[];
  /** Resolves once this many more sales are answered. */
  sell(sales: number): Promise<void>;
  /** Each till ends after the answer to its last sale. */
  close(): Promise<void>;
}

const tillsCount = 4;
const repeatPauseMs = 20;
/** Pause between two sales of a till: enough load, without slowing the processes that start meanwhile. */
const paceMs = 5;
/** One sale in this many is sent twice; the catalogue changes as often. */
const extrasEvery = 10;
const sellMsMax = 120_000;

/** Repeats the same call after a lost connection or a 503. A till has no other choice to make. */
async function insist(urls: TillsOptions["urls"], call: (client: Client) => Promise<Answer>): Promise<Answer> {
  for (let tries = Math.floor(Math.random() * 100); ; tries += 1) {
    const all = urls();
    const answer = await call(createClient(all[tries % all.length] as string)).catch((error: unknown) => {
      if (String(error) !== "TypeError: fetch failed") throw error;
    });
    if (answer && answer.status !== 503) return answer;
    await sleep(repeatPauseMs);
  }
}

export function openTills({ urls, basics, members }: TillsOptions): Tills {
  const answered = new Map<string, string>();
  const sent = new Map<string, { content: Sale; points: number }>();
  const wrong: string[] = [];
  let isOpen = true;

  async function sellOne(index: number): Promise<void> {
    const { content, points } = saleAt(index, basics, members);
    sent.set(content.ExternalID, { content, points });
    for (let times = index % extrasEvery === 0 ? 2 : 1; times > 0; times -= 1) {
      const { status, body } = await insist(urls, (client) => client.create("Sale", content));
      const first = answered.get(content.ExternalID) ?? body?.ID;
      if (status !== 201 || body.ID !== first) wrong.push(`${status} ${JSON.stringify(body)}`);
      else answered.set(content.ExternalID, first);
    }
  }

  async function changeCatalogue(index: number): Promise<void> {
    const body = { content: { Description: `Change ${index}` } };
    const answer = await insist(urls, (client) => client.act(basics.productId, "Edit", body));
    if (answer.status !== 200) wrong.push(`${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async function sellOn(till: number): Promise<void> {
    for (let index = till; isOpen; index += tillsCount) {
      await sellOne(index);
      await sleep(paceMs);
      if (index % extrasEvery === 1) await changeCatalogue(index);
    }
  }

  const tills = Promise.all(Array.from({ length: tillsCount }, (_, till) => sellOn(till)));
  return {
    answered,
    sent,
    wrong,
    async sell(sales) {
      const wanted = answered.size + sales;
      await expect.poll(() => answered.size, { interval: 10, timeout: sellMsMax }).toBeGreaterThanOrEqual(wanted);
    },
    async close() {
      isOpen = false;
      await tills;
    },
  };
}

function saleAt(index: number, basics: Basics, members: readonly string[]): { content: Sale; points: number } {
  const points = 1 + (index % 7);
  const SaleItems = [{ ProductCode: basics.product, Quantity: 1, TotalAmount: points }];
  const member = members[index % members.length] as string;
  return { content: saleContent({ ...basics, member }, { ExternalID: freshKey("till"), SaleItems }), points };
}

/** The points that all of these sales earn. */
export const pointsOf = (tills: Pick<Tills, "sent">) =>
  [...tills.sent.values()].reduce((sum, { points }) => sum + points, 0);
