import { awaitingQueue, type Database, faultKind, type InsertAnswer, insertGroup } from "@rewards/db";
import { AppError, creatableObjects, type ObjectDefinition } from "@rewards/domain";
import type { Position, TellPosition } from "@rewards/operations";
import type { Enqueuer } from "@rewards/queue";
import {
  type Batcher,
  causesOf,
  createBatcher,
  createProgress,
  type GateUse,
  type Logger,
  type PipelineCounts,
  type Progress,
  retryWithJitter,
  type Tracing,
} from "@rewards/runtime";
import { createdOf, enqueue, type Incoming } from "./gateway.enqueue.ts";
import type { ImportPace } from "./import/pace.ts";

const batchRowsMax = 500;
/** Rows to which records of imports fill a batch up: a till that comes next waits for no more of them. */
const bulkRowsMax = 250;
/** A record up to this size counts as one row. A larger one counts as several, so that memory is bounded too. */
const rowBytes = 2_048;
/** Twice as many sales in a batch cost half as much CPU at 2,000 sales a second (ADR 3). */
const gatherMs = 8;
/** A tenth of a second of work. Parsed requests that wait long cost the garbage collector more than everything else. */
const waitingRowsMax = 1_000;
/** Equals the Retry-After of a refusal. */
const roomWaitMsMax = 1_000;
/** One error for all refusals: creating an error costs more than refusing. */
const overloaded = new AppError("Error_Service_Overloaded");
/**
 * How long a group whose commit fails or has an unknown outcome is repeated unchanged, before it is refused with 503.
 */
const insertRetryMsMax = 3_000;
const slowBatchMs = 1_000;

export interface GatewayDeps {
  readonly database: Database;
  readonly enqueuer: Pick<Enqueuer, "push">;
  readonly counts: Pick<PipelineCounts, "accept">;
  /** Only if there are read replicas. */
  readonly tellPosition?: TellPosition | undefined;
  /** Learns how long tills wait while an import runs. */
  readonly pace: Pick<ImportPace, "wantsTime" | "note">;
  readonly tracing?: Tracing | undefined;
  readonly logger: Logger;
}

/** A committed record. */
export interface Accepted {
  /** Its UUID; for a repeated create, that of the existing one. */
  readonly id: string;
  /** A replica that has replayed this position shows the record; undefined without replicas. */
  readonly position?: Position | undefined;
}

/**
 * Makes creates durable: one batcher per class, each with one batch in flight. The queue is notified after the commit.
 */
export interface Gateway {
  /**
   * Resolves once the record is committed.
   * @throws AppError 409, 422 or 503.
   */
  create(definition: ObjectDefinition, incoming: Incoming): Promise<Accepted>;
  /**
   * Resolves when there is room for a create sent to this `{ObjectPath}` (without one: for every class), usually at
   * once. Called before the body is read: under overload a refusal costs almost as much as a sale. A caller that finds
   * no room therefore waits for up to a second, at the cost of an open connection.
   * @throws AppError 503 if there is still no room.
   */
  awaitRoom(objectPath: string | undefined): Promise<void>;
  /** The progress of a class's inserts. */
  progressOf(definition: ObjectDefinition): Progress;
  /** Whether creates wait for a batch or are in one. */
  isBusy(): boolean;
  /** For metrics: how full the batcher of each class is, by names such as `sale.create`. */
  readonly uses: Readonly<Record<string, () => GateUse>>;
  drain(): Promise<void>;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const inserters = creatableObjects.map((definition) => {
    const progress = createProgress({ isFault: isInfrastructure });
    return { definition, progress, batcher: createInsertBatcher(definition, progress, deps) };
  });
  const all = inserters.map(({ batcher }) => batcher);
  const ofClass = new Map(inserters.map(({ definition, batcher }) => [definition.class, batcher]));
  const progresses = new Map(inserters.map(({ definition, progress }) => [definition.class, progress]));
  const ofPath = new Map(inserters.map(({ definition, batcher }) => [definition.path, [batcher]]));
  return {
    async create(definition, incoming) {
      const batcher = found(ofClass, definition);
      const isTimed = !incoming.isBulk && deps.pace.wantsTime();
      const arrivedMs = isTimed ? performance.now() : 0;
      const answer = await batcher.add(incoming, incoming.isBulk);
      if (isTimed) deps.pace.note(performance.now() - arrivedMs);
      if (answer instanceof AppError) throw answer;
      return answer;
    },
    async awaitRoom(objectPath) {
      const asked = objectPath === undefined ? all : (ofPath.get(objectPath) ?? []);
      const full = asked.filter((batcher) => !batcher.hasRoom());
      if (full.length > 0) await Promise.all(full.map((batcher) => batcher.awaitRoom(roomWaitMsMax)));
    },
    progressOf: (definition) => found(progresses, definition),
    isBusy: () => all.some((batcher) => batcher.use().inside > 0),
    uses: Object.fromEntries(
      inserters.map(({ definition, batcher }) => [`${definition.noun}.create`, () => batcher.use()]),
    ),
    async drain() {
      await Promise.all(all.map((batcher) => batcher.drain()));
    },
  };
}

function found<T>(ofClass: ReadonlyMap<string, T>, definition: ObjectDefinition): T {
  const one = ofClass.get(definition.class);
  if (!one) throw new Error(`${definition.class} cannot be created`);
  return one;
}

const isInfrastructure = (error: unknown) => faultKind(error) === "infrastructure";

function createInsertBatcher(
  definition: ObjectDefinition,
  progress: Progress,
  { database, enqueuer, counts, tellPosition, tracing, logger }: GatewayDeps,
): Batcher<Incoming, BatchAnswer> {
  return createBatcher<Incoming, BatchAnswer>({
    weigh: ({ bodyBytes }) => Math.ceil(bodyBytes / rowBytes),
    rowsMax: batchRowsMax,
    bulkRowsMax,
    waitingRowsMax,
    gatherMs,
    onOverload: () => overloaded,
    async run(incoming) {
      const records = incoming.map(({ record }) => record);
      const startedMs = performance.now();
      const insert = () =>
        retryWithJitter(() => insertGroup(database.sql, definition, records), {
          isRetryable: isInfrastructure,
          waitMsMin: 20,
          waitMsMax: 500,
          deadlineMs: insertRetryMsMax,
        });
      const span = tracing?.start(`${definition.noun} insert`, {
        kind: "internal",
        ...causesOf(incoming.map(({ trace }) => trace?.traceparent)),
        attributes: { "rewards.class": definition.class, "rewards.records": records.length },
      });
      const { answers, woken } = await progress.follow(span && tracing ? () => tracing.run(span, insert) : insert);
      const tookMs = Math.round(performance.now() - startedMs);
      if (tookMs > slowBatchMs) logger.warn({ class: definition.class, rows: records.length, tookMs }, "slow insert");
      if (definition.staged) {
        const created = createdOf(incoming, answers);
        counts.accept(definition.class, created.length);
        enqueue(enqueuer, definition, created, span?.traceparent);
      }
      if (woken.length > 0) enqueuer.push(awaitingQueue, woken);
      const position = await tellPosition?.();
      return answers.map((value) => ({ status: "fulfilled", value: withPosition(value, position) }));
    },
  });
}

type BatchAnswer = Accepted | AppError;

function withPosition(answer: InsertAnswer, position: Position | undefined): BatchAnswer {
  return position === undefined || answer instanceof AppError ? answer : { id: answer.id, position };
}
