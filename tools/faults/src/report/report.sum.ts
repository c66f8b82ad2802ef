import type { QueueBackend } from "@rewards/queue";
import type { FindingKind } from "../check/finding.ts";
import { type Fault, isOn } from "../faults/fault.ts";
import type { Back } from "../round/world.ts";
import type { RoundReport } from "../suite/suite.run.ts";

/** What a fault did on one backend, over all of its rounds. */
export interface FaultSum {
  readonly fault: string;
  readonly number: number;
  readonly backend: QueueBackend;
  readonly injected: number;
  /** Requests without an answer when the harm began, over all injections. */
  readonly inFlight: number;
  readonly requests: number;
  readonly refused: number;
  readonly unknown: number;
  readonly lost: number;
  readonly doubled: number;
  /** Breaks of any other kind. */
  readonly broken: number;
  /** The longest time until all APIs accepted sales again, and until workers posted them, ms; undefined if not measured. */
  readonly backMsMax: Readonly<Record<Back["what"], number | undefined>>;
}

const lostKinds: readonly FindingKind[] = ["lost", "stuck"];
const doubledKinds: readonly FindingKind[] = ["doubled", "unrequested"];

/** A break counts for every fault of its round; the evidence shows which of them caused it. */
export function sumFaults(
  faults: readonly Pick<Fault, "name" | "number" | "backends">[],
  reports: readonly RoundReport[],
): FaultSum[] {
  const backends = [...new Set(reports.map(({ backend }) => backend))];
  return backends.flatMap((backend) =>
    faults
      .filter((fault) => isOn(fault, backend))
      .map(({ name, number }) => {
        const rounds = reports.filter((one) => one.backend === backend && one.faults.includes(name));
        const done = rounds.flatMap(({ injections }) => injections.filter((one) => one.fault === name && one.isDone));
        const findings = rounds.flatMap((one) => one.findings);
        const ofKinds = (kinds: readonly FindingKind[]) => findings.filter(({ kind }) => kinds.includes(kind)).length;
        const total = (count: (one: RoundReport) => number) => rounds.reduce((sum, one) => sum + count(one), 0);
        const backMsMax = (what: Back["what"]) => {
          const all = rounds.flatMap(({ backs }) => backs.filter((back) => back.what === what));
          return all.length > 0 ? Math.round(Math.max(...all.map(({ ms }) => ms))) : undefined;
        };
        const [lost, doubled] = [ofKinds(lostKinds), ofKinds(doubledKinds)];
        return {
          fault: name,
          number,
          backend,
          injected: done.length,
          inFlight: done.reduce((sum, one) => sum + one.inFlight, 0),
          requests: total((one) => one.requests),
          refused: total((one) => one.refused),
          unknown: total((one) => one.unknown),
          lost,
          doubled,
          broken: findings.length - lost - doubled,
          backMsMax: { accepting: backMsMax("accepting"), posting: backMsMax("posting") },
        };
      }),
  );
}
