import type { OutgoingHttpHeaders } from "node:http";
import { AppError } from "@rewards/domain";
import { type Account, charge, isSpent, isWorthShowing, itemOf, type Kind, type Meter, secondsLeft } from "./meter.ts";

/** What the quotas of all calls share. */
export interface QuotaDeps {
  /** Unanswered calls of one client; 0 for no limit. */
  readonly clientOpenMax: number;
  /** The policies of calls, for `RateLimit-Policy`. Another limit appears only in its refusals: headers cost time. */
  readonly policyHeader: string;
  /** Called for each use, so that other APIs learn of it. */
  readonly onUse: ((meter: Meter) => void) | undefined;
  readonly nowMs: () => number;
}

const join = (list: string, item: string) => (list === "" ? item : `${list}, ${item}`);
const tooManyOpen = new AppError("Error_Requests_TooMany");

/**
 * Counts one call against the limits of its client and its network. Each is undefined if it has no limits. A class,
 * because every call has one: closures would cost more than the counting.
 */
export class Quota {
  private readonly client: Account | undefined;
  private readonly network: Account | undefined;
  private readonly deps: QuotaDeps;
  private declaredBytes = 0;
  private isOpen = false;
  private refusedBy: Meter | undefined;

  constructor(client: Account | undefined, network: Account | undefined, deps: QuotaDeps) {
    this.client = client;
    this.network = network;
    this.deps = deps;
  }

  /**
   * Counts the call. A refused call is not counted. `bodyBytes` is the length that the call declares for its body.
   * @throws AppError 429.
   */
  begin(bodyBytes: number): void {
    const { client, network, deps } = this;
    const nowMs = deps.nowMs();
    if (client && deps.clientOpenMax > 0 && client.open >= deps.clientOpenMax) throw tooManyOpen;
    if (client) this.refuse(client, bodyBytes, nowMs);
    if (network) this.refuse(network, bodyBytes, nowMs);
    this.declaredBytes = bodyBytes;
    if (client) {
      client.open += 1;
      this.isOpen = true;
      this.count(client, bodyBytes, nowMs);
    }
    if (network) this.count(network, bodyBytes, nowMs);
  }

  /** The call has its answer. */
  end(): void {
    if (this.isOpen && this.client) this.client.open -= 1;
    this.isOpen = false;
  }

  /** Counts what the call did not declare: an unpacked body, or one without a declared length. */
  useBody(bytes: number): void {
    const undeclared = bytes - this.declaredBytes;
    if (undeclared > 0) this.use("bodyBytes", undeclared);
  }

  /** @throws AppError 429 if nothing is left of this limit. */
  demand(kind: Kind): void {
    const nowMs = this.deps.nowMs();
    this.refuseSpent(this.client?.[kind], nowMs);
    this.refuseSpent(this.network?.[kind], nowMs);
  }

  use(kind: Kind, amount: number): void {
    const nowMs = this.deps.nowMs();
    this.charge(this.client?.[kind], amount, nowMs);
    this.charge(this.network?.[kind], amount, nowMs);
  }

  /**
   * Counts a miss before the answer is known, so that calls under way at once cannot exceed the limit.
   * @throws AppError 429 if nothing is left.
   */
  take(kind: Kind): void {
    this.demand(kind);
    this.use(kind, 1);
  }

  /** Undoes `take`: the look-up found something. What was taken in a window that has ended is gone with it. */
  giveBack(kind: Kind): void {
    const nowMs = this.deps.nowMs();
    for (const meter of [this.client?.[kind], this.network?.[kind]])
      if (meter && meter.used > 0 && nowMs < meter.windowEndsAtMs) this.charge(meter, -1, nowMs);
  }

  /**
   * Adds the headers of the draft "RateLimit header fields for HTTP", and `Retry-After` if this refused the call. Two
   * headers cost more than the counting, so they are left out while most of the limit is left.
   */
  addTo(headers: OutgoingHttpHeaders): void {
    const { refusedBy, deps } = this;
    const [first, second] = [this.client?.calls, this.network?.calls];
    if (!refusedBy && !(first && isWorthShowing(first)) && !(second && isWorthShowing(second))) return;
    const nowMs = deps.nowMs();
    let [policies, left] = [deps.policyHeader, ""];
    if (first) left = itemOf(first, nowMs);
    if (second) left = join(left, itemOf(second, nowMs));
    if (refusedBy) {
      headers["retry-after"] = String(secondsLeft(refusedBy, nowMs));
      if (refusedBy.policy.item !== undefined && refusedBy !== first && refusedBy !== second) {
        policies = join(policies, refusedBy.policy.item);
        left = join(left, itemOf(refusedBy, nowMs));
      }
    }
    if (left === "") return;
    headers["ratelimit-policy"] = policies;
    headers["ratelimit"] = left;
  }

  private refuse(account: Account, bodyBytes: number, nowMs: number): void {
    this.refuseSpent(account.calls, nowMs);
    if (bodyBytes > 0) this.refuseSpent(account.bodyBytes, nowMs);
  }

  private count(account: Account, bodyBytes: number, nowMs: number): void {
    this.charge(account.calls, 1, nowMs);
    if (bodyBytes > 0) this.charge(account.bodyBytes, bodyBytes, nowMs);
  }

  private refuseSpent(meter: Meter | undefined, nowMs: number): void {
    if (!meter || !isSpent(meter, nowMs)) return;
    this.refusedBy = meter;
    throw meter.policy.refusal;
  }

  private charge(meter: Meter | undefined, amount: number, nowMs: number): void {
    if (!meter) return;
    charge(meter, amount, nowMs);
    this.deps.onUse?.(meter);
  }
}
