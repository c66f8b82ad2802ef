import { AppError, type ErrorCode } from "@rewards/domain";

/** Every limit applies to a minute. A burst fits in it, and a refused caller does not wait for longer. */
export const windowMs = 60_000;

/** Whom a limit applies to: a client with a credential, or the network of an address. */
export type Holder = "client" | "address";

/** What a caller may use in a minute; 0 for no limit. */
export interface Allowance {
  readonly calls: number;
  /** Bytes of request bodies; unpacked, if they come packed. */
  readonly bodyBytes: number;
  /** Time of reader threads, in ms, the statements in Postgres included. */
  readonly readMs: number;
  /** Look-ups of voucher codes that find nothing. */
  readonly voucherMisses: number;
}
export type Kind = keyof Allowance;

interface KindOfLimit {
  readonly code: ErrorCode;
  /** The name of the policy in `RateLimit` is the holder and this. */
  readonly name: string;
  /** What the caller reads, after "This client" or "This address". */
  readonly allows: (max: number) => string;
  /**
   * The parameter with the quota's unit in `RateLimit-Policy`. Without one the unit is a request. Undefined if the unit
   * is not registered: then the policy is not in the header.
   */
  readonly unit: "" | `;qu="${string}"` | undefined;
}

const kinds = {
  calls: { code: "Error_Calls_TooMany", name: "calls", unit: "", allows: (max) => `may send ${max} calls a minute` },
  bodyBytes: {
    code: "Error_BodyBytes_TooMany",
    name: "body-bytes",
    unit: ';qu="content-bytes"',
    allows: (max) => `may send ${max} bytes of bodies a minute`,
  },
  readMs: {
    code: "Error_ReadTime_Spent",
    name: "read-ms",
    unit: undefined,
    allows: (max) => `may use ${max} ms a minute for reads`,
  },
  voucherMisses: {
    code: "Error_VoucherLookups_TooMany",
    name: "voucher-misses",
    unit: "",
    allows: (max) => `may ask for ${max} unknown voucher codes a minute`,
  },
} as const satisfies Record<Kind, KindOfLimit>;
export const kindsOfLimit = Object.keys(kinds) as Kind[];

/** Whether it has a limit. */
export const isLimiting = (allowance: Allowance) => kindsOfLimit.some((kind) => allowance[kind] > 0);

/** A limit: the same for all clients, or for all networks. */
export interface Policy {
  readonly name: string;
  readonly max: number;
  /** The policy's item in `RateLimit-Policy`; undefined if that cannot express it. */
  readonly item: string | undefined;
  /** One error for all refusals: creating an error costs more than refusing. */
  readonly refusal: AppError;
}

export function policyOf(holder: Holder, kind: Kind, max: number): Policy {
  const { code, name, unit, allows } = kinds[kind];
  const text = `This ${holder} ${allows(max)}; try again later.`;
  const item = unit === undefined ? undefined : `"${holder}-${name}";q=${max}${unit};w=${windowMs / 1_000}`;
  return { name: `${holder}-${name}`, max, item, refusal: new AppError(code, [{ code, text }]) };
}
