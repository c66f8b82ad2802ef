import { randomBytes } from "node:crypto";
import { type ClaimedCall, createClaim, type IdempotencyClaim, noKeys, type PersonalKeys } from "@rewards/db";
import {
  callerUser,
  comparedText,
  exampleOf,
  member,
  type ObjectDefinition,
  parseContent,
  product,
  redemption,
  reward,
  sale,
  segment,
  store,
} from "@rewards/domain";

/** A record as the gateway hands it to the database: a fresh UUID and parsed content. */
export interface TestRecord {
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly user: string;
  readonly requestId?: string;
  readonly traceId?: string;
  readonly claim?: IdempotencyClaim;
}

type Content = Readonly<Record<string, unknown>>;

let ids = 0;

/** A UUIDv7. Those of one process sort in the order of creation. */
export function newId(): string {
  ids += 1;
  const time = Date.now().toString(16).padStart(12, "0");
  const count = ids.toString(16).padStart(6, "0");
  const random = randomBytes(6).toString("hex");
  const hex = `${time}7${count.slice(0, 3)}8${count.slice(3)}${random}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

let keys = 0;

/** A business key that is unique in this process. */
export function freshKey(prefix: string): string {
  keys += 1;
  return `${prefix}-${keys}`;
}

export function newRecord(definition: ObjectDefinition, content: Content): TestRecord {
  return { id: newId(), content: parseContent(definition.content, content) as Content, user: callerUser };
}

export function newMember(externalId = freshKey("member"), more: Content = {}): TestRecord {
  return newRecord(member, { ExternalID: externalId, FullName: "Ada", ProgramBusinessID: "REWARDS", ...more });
}

export function newStore(storeCode = freshKey("store"), more: Content = {}): TestRecord {
  return newRecord(store, { StoreCode: storeCode, Name: "Corner shop", ...more });
}

export function newProduct(productCode = freshKey("product"), more: Content = {}): TestRecord {
  return newRecord(product, { ProductCode: productCode, Name: "Coffee", ...more });
}

export function newReward(externalId = freshKey("reward"), more: Content = {}): TestRecord {
  return newRecord(reward, { ExternalID: externalId, Name: "Mug", RewardCost: "10", ...more });
}

export function newSegment(name = freshKey("segment")): TestRecord {
  return newRecord(segment, { Name: name });
}

export interface SaleOptions {
  readonly externalId?: string;
  readonly member: string;
  readonly store: string;
  readonly product: string;
  /** The only line's total: the points earned, in the programme of a new database. Negative for a return. */
  readonly total?: number;
  readonly more?: Content;
}

export function newSale(options: SaleOptions): TestRecord {
  const { externalId = freshKey("sale"), member: of, store: at, product: code, total = 10, more = {} } = options;
  return newRecord(sale, {
    ExternalID: externalId,
    MemberExternalID: of,
    StoreCode: at,
    SaleDateTime: "2026-01-02T03:04:05Z",
    SaleItems: [{ ProductCode: code, Quantity: total < 0 ? -1 : 1, TotalAmount: total }],
    ...more,
  });
}

export interface LineOptions {
  readonly reward: string;
  readonly quantity?: number;
  readonly voucherCode?: string;
}

export function newRedemption(of: string, lines: readonly LineOptions[], more: Content = {}): TestRecord {
  const items = lines.map(({ reward: code, quantity = 1, voucherCode = "" }) => ({
    Quantity: String(quantity),
    RewardExternalID: code,
    VoucherCode: voucherCode,
  }));
  return newRecord(redemption, { MemberExternalID: of, RedemptionItems: items, ...more });
}

/** A record of any class that callers create, from its examples. The same key gives the same content. */
export function newOf(definition: ObjectDefinition, key = freshKey(definition.noun)): TestRecord {
  // The ID of a rule has capitals only.
  return newRecord(definition, exampleOf(definition, definition.key?.within ? key.toUpperCase() : key));
}

/** The claim of an idempotency key, as a create or an action with this content has it. */
export function newClaim(
  key: string,
  content: unknown,
  more: Partial<ClaimedCall> = {},
  keys: PersonalKeys = noKeys,
): IdempotencyClaim {
  const text = comparedText("test", content, content);
  return createClaim(keys, { caller: callerUser, method: "POST", path: "/objects", key, text, ...more });
}

/** The record with the claim of an idempotency key. */
export function withKey(
  record: TestRecord,
  key: string,
  more: Partial<ClaimedCall> = {},
  keys: PersonalKeys = noKeys,
): TestRecord {
  return { ...record, claim: newClaim(key, record.content, more, keys) };
}

/** A business key of a record, as text. */
export function keyOf(record: TestRecord, field: string): string {
  return String(record.content[field]);
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
