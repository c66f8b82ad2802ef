import { expect, test } from "vitest";
import type { Evidence } from "../check/book.ts";
import { createCall } from "../load/call.ts";
import { LoadRecord } from "../load/record.ts";
import { checkReadiness, checkRefusing, type Seen } from "./readiness.ts";

/** Evidence of sales at the API `api-0`: when each was sent and answered, ms, and with which status. */
function evidenceOf(...sales: readonly [sentMs: number, doneMs: number, status: number][]): Evidence {
  const record = new LoadRecord();
  for (const [sentMs, doneMs, status] of sales) {
    const attempt = record.send(record.begin(createCall("sale", `sale-${sentMs}`, {})), "api-0");
    Object.assign(attempt, { sentMs, doneMs, status });
  }
  return { record, facts: {} as Evidence["facts"] };
}

const readyAt = (...times: readonly number[]) =>
  times.map((atMs) => ({ askedMs: atMs, atMs, status: 200, reason: "" }));
const unreadyAt = (atMs: number) => ({ askedMs: atMs, atMs, status: 503, reason: "Postgres fails" });
const kindsOf = (findings: readonly { readonly kind: string }[]) => findings.map(({ kind }) => kind);

test("an API that is ready while its sales are refused is untrue; one accepted sale makes it true", () => {
  const refused = [
    [0, 9_000, 503],
    [0, 10_500, 503],
  ] as const;
  const check = checkRefusing("api-0", [unreadyAt(8_000), ...readyAt(10_000)]);
  expect(kindsOf(check(evidenceOf([...refused[0]], [...refused[1]])))).toEqual(["false"]);
  expect(check(evidenceOf([...refused[0]], [...refused[1]], [9_000, 9_800, 201]))).toEqual([]);
  expect(check(evidenceOf([...refused[0]]))).toEqual([]);
  expect(checkRefusing("api-1", readyAt(10_000))(evidenceOf([...refused[0]], [...refused[1]]))).toEqual([]);
});

test("an API that is ready while a sale waits long is untrue, and so is one that never becomes ready again", () => {
  const waiting = evidenceOf([0, 20_000, 503]);
  expect(kindsOf(checkReadiness("api-0", readyAt(10_000))(waiting))).toEqual(["false"]);
  expect(checkReadiness("api-0", readyAt(5_000, 19_000))(waiting)).toEqual([]);
  // Asked for before the sale had waited for long: when the verdict was reached is not known.
  expect(checkReadiness("api-0", [{ ...readyAt(10_000)[0], askedMs: 6_000 } as Seen])(waiting)).toEqual([]);
  expect(kindsOf(checkReadiness("api-0", [unreadyAt(10_000)])(waiting))).toEqual(["unbounded"]);
});
