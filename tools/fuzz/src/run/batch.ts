import { parseId } from "@rewards/domain";
import type { RawAnswer } from "@rewards/lab/wire/answer";
import { countExchange, describeFailure, type Tally } from "../report.ts";
import type { ExpectedState } from "../world/world.ts";
import type { Exchange, Exchanger } from "./exchange.ts";
import { judgeExchange, parseAnswer } from "./judge.ts";
import { type Recipe, type Shot, takeShot } from "./shot.ts";

/** State that all batches of a run share. */
export interface Run {
  readonly exchanger: Exchanger;
  readonly world: ExpectedState;
  readonly tally: Tally;
}

/** Sends requests at once, and checks their answers and effects. Returns every failure. */
export async function sendBatch({ exchanger, world, tally }: Run, recipes: readonly Recipe[]): Promise<string[]> {
  const shots = recipes.map((recipe) => takeShot(recipe, world.known));
  const sent = await Promise.all(shots.map((shot) => send(exchanger, shot)));
  const failures: string[] = [];
  for (const [index, shot] of shots.entries()) {
    const exchanges = sent[index] ?? [];
    for (const exchange of exchanges) {
      countExchange(tally, shot, exchange);
      const complaint = judgeExchange(shot, exchange);
      if (complaint) failures.push(describeFailure(complaint, shot, exchange.answers));
    }
    for (const exchange of effective(shot, exchanges)) learn(world, shot, exchange);
    const answers = exchanges.flatMap(({ answers }) => answers.slice(0, 1));
    if (!isConsistent(shot, answers)) failures.push(describeFailure("copies got different answers", shot, answers));
  }
  return [...failures, ...(await world.compare())];
}

function send(exchanger: Exchanger, { copies, request }: Shot): Promise<Exchange[]> {
  return Promise.all(Array.from({ length: copies }, () => exchanger.exchange(request)));
}

/** A refusal for a request's form does not depend on other requests, so every copy gets it. */
const formStatuses = [400, 405, 413, 415, 431];

function isConsistent({ isKeyed }: Shot, answers: readonly RawAnswer[]): boolean {
  const successes = new Set(answers.filter(({ status }) => status < 300).map(({ text }) => text));
  if (isKeyed && successes.size > 1) return false;
  const statuses = new Set(answers.map(({ status }) => status).filter((status) => status !== 503));
  return statuses.size < 2 || !formStatuses.some((status) => statuses.has(status));
}

/** Of requests with one key only one has an effect, even if several succeed. */
function effective({ isKeyed }: Shot, exchanges: readonly Exchange[]): readonly Exchange[] {
  const done = exchanges.find(({ answers: [answer] }) => answer !== undefined && answer.status < 300);
  return isKeyed && done ? [done] : exchanges;
}

function learn(
  world: ExpectedState,
  { target: { kind }, asked, request }: Shot,
  { answers: [answer] }: Exchange,
): void {
  const uuid = parseId(asked.parameters["id"] ?? "")?.uuid;
  // Another method of the path may do what this one does not, and vice versa.
  if (request.method !== kind.method) {
    if (uuid) world.maybeActed(uuid);
    return;
  }
  if (!kind.learn) return;
  if (uuid) world.touched(uuid);
  if (answer ? answer.status < 300 : (request.seenBody ?? kind.linesType))
    kind.learn(world, asked, answer && parseAnswer(kind, answer.text));
}
