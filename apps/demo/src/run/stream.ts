import { type Outcome, outcomeOf, runPool } from "../client.ts";
import type { Step } from "../day/day.ts";
import { currencyName, type DemoMember } from "../day/members.ts";
import type { DemoSale } from "../day/sales.ts";
import { type Run, unitsOf } from "../expect.ts";

export interface Streamed {
  /** The ID of each sale, by its ExternalID. */
  readonly ids: ReadonlyMap<string, string>;
  readonly retries: number;
  readonly conflicts: number;
  readonly tookMs: number;
  /** How long each sale took to be accepted, ascending, ms. */
  readonly latenciesMs: readonly number[];
}

const welcomePoints = 25;
const accepted = "Pending-Ready To Process";

/** Plays the day: sends the sales in their order, as many at once as there are tills, with all that goes wrong at tills. */
export async function streamDay(run: Run, concurrency: number, onStep: () => void): Promise<Streamed> {
  const { day, checks, signal } = run;
  const answers = new Map<string, Promise<Outcome>>();
  const latenciesMs: number[] = [];
  const startedAtMs = performance.now();
  await runPool(day.steps, concurrency, signal, async (step) => {
    await play(step, run, answers, latenciesMs);
    onStep();
  });
  const tookMs = performance.now() - startedAtMs;
  const ids = new Map<string, string>();
  for (const [key, answer] of answers) {
    const { id, said } = await answer;
    checks.equal(`the answer to sale ${key}`, said, accepted);
    ids.set(key, id);
  }
  return {
    ids,
    retries: day.steps.filter(({ kind }) => kind === "retry").length,
    conflicts: day.steps.filter(({ kind }) => kind === "conflict").length,
    tookMs,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
  };
}

async function play(
  step: Step,
  run: Run,
  answers: Map<string, Promise<Outcome>>,
  latenciesMs: number[],
): Promise<void> {
  const { client, checks } = run;
  const send = (sale: DemoSale) => outcomeOf(client.sales.create(sale));
  if (step.kind === "store") return void (await client.stores.create(step.store.content));
  if (step.kind === "member") return welcome(run, step.member);
  const key = step.sale.ExternalID;
  if (step.kind === "sale") {
    const sentAtMs = performance.now();
    const answer = send(step.sale);
    answers.set(key, answer);
    await answer;
    latenciesMs.push(performance.now() - sentAtMs);
    return;
  }
  // A repeat may overtake the first; other content may not, or the first would be the one to be refused.
  const first = answers.get(key);
  if (step.kind === "conflict") await first;
  const [again, { id }] = await Promise.all([send(step.sale), first as Promise<Outcome>]);
  if (step.kind === "retry") {
    checks.equal(`the answer to sale ${key} sent again`, `${again.said} ${again.id}`, `${accepted} ${id}`);
  } else {
    checks.equal(`the answer to other content for sale ${key}`, again.said, "409 Error_Key_Reused");
  }
}

/** Somebody who joins during the day: from then on the sales that waited for them go on by themselves. */
async function welcome({ client, books }: Run, { content, key: member }: DemoMember): Promise<void> {
  const { id } = await client.members.create(content);
  await client.members.addBalance(id, { AdjustBalances: { Amount: welcomePoints, Name: currencyName } });
  books.post({ member, type: "Adjustment", amount: unitsOf(welcomePoints), source: undefined });
}
