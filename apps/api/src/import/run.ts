import { setImmediate as afterIo, setTimeout as delay } from "node:timers/promises";
import type { NewRecord } from "@rewards/db";
import { AppError, createRight, errorBody, formatId, type ObjectDefinition, parseContent } from "@rewards/domain";
import { holdBytes, readContent } from "../body.ts";
import { type ApiContext, admitAgain, authorOf, networkOfRequest } from "../call.ts";
import type { ApiDeps } from "../context.ts";
import { asAppError } from "../errors.ts";
import { newRecord } from "../routes/objects.ts";
import { LinesAnswer } from "./answer.ts";
import type { Arrival } from "./arrive.ts";
import { type Place, sliceLinesMax, slicesOf } from "./slices.ts";
import { type Line, LineSplitter } from "./split.ts";

/** How long lines are parsed in one turn of the event loop: tills wait for no more. */
const turnMsMax = 2;
/** What an import holds, besides answers that are not sent: two slices, a line that has not ended, and a zlib window. */
const importHeldBytes = 3_145_728;

/** An import under way. */
export interface Import {
  readonly c: ApiContext;
  readonly deps: ApiDeps;
  readonly definition: ObjectDefinition;
  readonly arrival: Arrival;
  readonly lineBytesMax: number;
}

interface Outcome {
  readonly line: number;
  /** The ID, or why the line is refused. */
  readonly answer: string | AppError;
}

/**
 * Creates the record of each line, and answers the lines in order. An error that ends the import early is the last line.
 * @throws AppError if it ends the import before a line is answered.
 */
export async function runImport(job: Import): Promise<void> {
  const { arrival, c } = job;
  const lines = new LinesAnswer(c.env.outgoing);
  try {
    await answerLines(job, lines);
  } finally {
    arrival.stop();
  }
  lines.end(arrival.isBroken());
}

async function answerLines(job: Import, lines: LinesAnswer): Promise<void> {
  const { incoming, outgoing } = job.c.env;
  const hold = holdBytes(networkOfRequest(incoming), importHeldBytes);
  const leave = job.deps.imports.pace.begin();
  const place: Place = { line: 1 };
  const send = (outcomes: readonly Outcome[]) => {
    lines.write(outcomes.map((outcome) => print(job, outcome)).join(""));
    hold(importHeldBytes + lines.unsentBytes());
  };
  try {
    await insertSlices(job, lines, { place, send });
  } catch (error) {
    if (!lines.hasBegun) throw error;
    send([{ line: place.line, answer: asAppError(error) }]);
  } finally {
    outgoing.quota?.useBody(job.arrival.bytes());
    leave();
    hold(0);
  }
}

interface Sending {
  readonly place: Place;
  readonly send: (outcomes: readonly Outcome[]) => void;
}

/** Two slices are in hand: one is inserted while the next is parsed and waits for its turn. */
async function insertSlices(job: Import, lines: LinesAnswer, { place, send }: Sending): Promise<void> {
  const { pace } = job.deps.imports;
  const admit = createAdmission(job);
  let before: Promise<AppError | undefined> = Promise.resolve(undefined);
  try {
    for await (const slice of slicesOf(job.arrival, new LineSplitter(job.lineBytesMax), place)) {
      const startedMs = performance.now();
      const [first, last] = [slice[0], slice.at(-1)] as [Line, Line];
      place.line = first.number;
      await admit(slice.length);
      const inserting = insertSlice(job, await parseSlice(job, slice));
      place.line = last.number + 1;
      const failure = await before;
      before = inserting.then((outcomes) => {
        send(outcomes);
        return report(job, outcomes);
      });
      if (failure) throw failure;
      await lines.awaitRoom();
      const restMs = pace.restMs(performance.now() - startedMs);
      // After the last slice too: many short imports would never rest otherwise.
      if (restMs >= 1) await delay(restMs);
    }
  } finally {
    await before;
  }
}

/**
 * Checks before each slice whether the import goes on: it may last for long, and its caller be revoked or limited
 * meanwhile. One call of the caller's limit is for a hundred lines.
 */
function createAdmission({ c, deps, definition }: Import): (lines: number) => Promise<void> {
  const { quota } = c.env.outgoing;
  let lines = 0;
  // The first call is counted already.
  let calls = 1;
  return async (more) => {
    if (deps.isStopping()) throw new AppError("Error_Service_Unavailable");
    await admitAgain(c, deps.authenticate, createRight(definition));
    lines += more;
    for (; calls * sliceLinesMax < lines; calls += 1) quota?.take("calls");
  };
}

interface Parsed extends Pick<Outcome, "line"> {
  readonly bodyBytes: number;
  readonly record: NewRecord | AppError;
}

async function parseSlice(job: Import, slice: readonly Line[]): Promise<Parsed[]> {
  const parsed: Parsed[] = [];
  let sinceMs = performance.now();
  for (const { number: line, bytes } of slice) {
    if (performance.now() - sinceMs > turnMsMax) {
      await afterIo();
      sinceMs = performance.now();
    }
    parsed.push({ line, bodyBytes: bytes?.length ?? 0, record: await parseLine(job, bytes) });
  }
  return parsed;
}

/** As a create with this content. */
async function parseLine({ c, deps, definition }: Import, bytes: Buffer | undefined): Promise<NewRecord | AppError> {
  try {
    if (!bytes) return new AppError("Error_Body_TooLarge");
    const content = parseContent(definition.content, await readContent(c.env.incoming, bytes)) as NewRecord["content"];
    return newRecord(c, deps, { definition, content, claim: undefined });
  } catch (error) {
    return asAppError(error);
  }
}

function insertSlice({ c, deps, definition }: Import, parsed: readonly Parsed[]): Promise<Outcome[]> {
  const { trace } = c.env.outgoing;
  return Promise.all(
    parsed.map(({ line, bodyBytes, record }): Outcome | Promise<Outcome> => {
      if (record instanceof AppError) return { line, answer: record };
      return deps.gateway.create(definition, { record, bodyBytes, trace, isBulk: true }).then(
        ({ id }) => ({ line, answer: formatId(definition.idPrefix, id) }),
        (error) => ({ line, answer: asAppError(error) }),
      );
    }),
  );
}

/**
 * Reports the first fault of a slice and the first forbidden line; a caller's other mistakes are in its answer only.
 * @returns the fault, which the next lines would meet too.
 */
function report({ c, deps }: Import, outcomes: readonly Outcome[]): AppError | undefined {
  const errors = outcomes.flatMap(({ answer }) => (answer instanceof AppError ? [answer] : []));
  const forbidden = errors.find(({ status }) => status === 403);
  if (forbidden) deps.reportForbidden({ ...authorOf(c), detail: forbidden.internal });
  const fault = errors.find(({ status }) => status >= 500);
  const { requestId, trace } = c.env.outgoing;
  if (fault) deps.logFailure({ error: fault, thrown: fault, requestId, trace: trace?.traceId });
  return fault;
}

function print({ c, definition }: Import, { line, answer }: Outcome): string {
  const told =
    answer instanceof AppError
      ? { line, error: errorBody(answer, c.env.outgoing.requestId) }
      : { line, ID: answer, status: definition.initial };
  return `${JSON.stringify(told)}\n`;
}
