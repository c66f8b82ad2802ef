import { hash } from "node:crypto";
import { z } from "zod";
import type { ErrorCode } from "./error.table.ts";
import { keySchema } from "./key.ts";
import { voucherSymbols } from "./redemption-item/voucher.ts";
import { refused } from "./schema.ts";

/**
 * What an erasure writes instead of a person's key and voucher codes. Both are hashes, so that a repeat of an old call,
 * which has the key and the codes, can be compared with the record that no longer has them.
 */

export const surrogateSaltBytes = 8;
const digestLength = 32;
const surrogatePattern = /^erased-([0-9a-f]{16})-[0-9a-f]{32}$/;

/** The ExternalID of a member that a merge ended. */
const mergedPattern = /^merged-[0-9a-f]{32}$/;

/** The text that replaces the ExternalID of a member in every record. The salt is random, one for each person. */
export function surrogateOf(externalId: string, salt: string): string {
  return `erased-${salt}-${hash("sha256", `${salt}\0${externalId}`).slice(0, digestLength)}`;
}

const codeLength = 26;

/** The code that replaces a voucher code of the person: 130 bits, in the symbols of codes. */
export function surrogateCode(surrogate: string, code: string): string {
  const bytes = hash("sha256", `${surrogate}\0${code}`, "buffer").subarray(0, codeLength);
  return Array.from(bytes, (byte) => voucherSymbols[byte % voucherSymbols.length]).join("");
}

interface Line {
  readonly VoucherCode: string;
}

/** Lines of a redemption without the codes that a caller gave. */
export function eraseCodes<L extends Line>(surrogate: string, lines: readonly L[]): L[] {
  const erased = ({ VoucherCode: code }: Line) => (code === "" ? "" : surrogateCode(surrogate, code));
  return lines.map((line) => ({ ...line, VoucherCode: erased(line) }));
}

/** Refuses an action on a record of an erased member, whose key is a surrogate; undefined for other keys. */
export function refuseErased(memberKey: unknown): ErrorCode | undefined {
  return typeof memberKey === "string" && surrogatePattern.test(memberKey) ? "Error_Member_Erased" : undefined;
}

/** Whether a key is one that an erasure or a merge gave a member. Callers cannot name a member by it. */
export const isSurrogate = (key: string): boolean => surrogatePattern.test(key) || mergedPattern.test(key);

/** A caller could otherwise write into the records of an erased person, or of a member that ended. */
export const notSurrogate = refused<string>(
  "Error_Field_Format",
  "A key of this form stands for an erased or merged member.",
  (key) => !isSurrogate(key),
);

/** Why a sale or redemption is rejected that was sent for an erased person, whoever has the ExternalID by now. */
export const erasedKeyText = "when it was accepted, its MemberExternalID was an erased person's.";

type Content = Readonly<Record<string, unknown>>;

/**
 * The content of a call as it would be stored after the erasure that made the surrogate; undefined if `surrogate` is not
 * the surrogate of the member in the content.
 */
export function eraseContent(content: Content, surrogate: unknown): Content | undefined {
  const { MemberExternalID: externalId, RedemptionItems: lines } = content;
  if (typeof surrogate !== "string" || typeof externalId !== "string") return undefined;
  const [, salt] = surrogatePattern.exec(surrogate) ?? [];
  if (salt === undefined || surrogateOf(externalId, salt) !== surrogate) return undefined;
  return {
    ...content,
    MemberExternalID: surrogate,
    ...(Array.isArray(lines) && { RedemptionItems: eraseCodes(surrogate, lines as Line[]) }),
  };
}

/** The most people that one call over HTTP erases. The command line has no limit. */
const erasedMax = 100;
/** The most bytes of rows in an export over HTTP. The command line has no limit. */
export const exportBytesMax = 4_194_304;
const counted = `an array of 1 to ${erasedMax} ExternalIDs`;

/** The body of an erasure. */
export const erasureContent = z.object({
  externalIDs: z.array(keySchema(), { error: counted }).min(1, counted).max(erasedMax, counted),
});

/** The body of an export. */
export const exportContent = z.object({ externalID: keySchema() });
