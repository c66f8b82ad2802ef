import type { ActionDefinition } from "./action.ts";
import { type Amount, amountOf } from "./amount.ts";
import type { ErrorCode } from "./error.table.ts";
import { AppError, type ErrorDetail } from "./error.ts";
import type { ObjectDefinition } from "./object.ts";
import { type Scope, type ScopePart, scopeFields } from "./right.ts";

type Content = Readonly<Record<string, unknown>>;

/** The fields by which a content can name something outside a scope, which does not exist for the caller. */
const named: readonly { readonly field: string; readonly part: ScopePart; readonly code: ErrorCode }[] = [
  { field: scopeFields.programme, part: "programmes", code: "Error_Programme_Unknown" },
  { field: scopeFields.store, part: "stores", code: "Error_Store_Unknown" },
];

/** The refusal of a content that names a programme or store outside the scope; undefined if it names none. */
function refuseNamed(scope: Scope, content: Content): AppError | undefined {
  const details = named.flatMap(({ field, part, code }): ErrorDetail[] => {
    const value = content[field];
    const isOutside = value !== undefined && scope[part]?.includes(String(value)) === false;
    return isOutside ? [{ code, identifier: `.${field}` }] : [];
  });
  return details[0] && new AppError(details[0].code, details);
}

/** The refusal of a member of another programme. It is the same as for a member that is not registered. */
export function memberUnknown(): AppError {
  return new AppError("Error_Member_Unknown", [{ code: "Error_Member_Unknown", identifier: `.${scopeFields.member}` }]);
}

/**
 * The refusal of return lines that name a sale of another programme. It is the same as for a sale that does not exist.
 * @param lines positions in SaleItems, from 0.
 */
export function salesUnknown(lines: readonly number[]): AppError {
  const code = "Error_Sale_Unknown";
  return new AppError(
    code,
    lines.map((line) => ({ code, ...atLine(line) })),
  );
}

const atLine = (line: number, page = "") => ({
  page: `${page}.SaleItems(${line + 1})`,
  identifier: ".OriginalSaleExternalID",
});

/** The refusal of return lines that name sales of other stores, or sales that do not exist. Both look the same. */
export function crossStoreRefused(definition: ObjectDefinition, lines: readonly number[], page = ""): AppError {
  const [code, right] = ["Error_Right_Missing", `${definition.noun}:${definition.crossStoreRight}`] as const;
  const text = `It names no sale of the credential's stores; the credential lacks the right ${right}.`;
  const detailOf = (line: number): ErrorDetail => ({ ...atLine(line, page), code, text });
  return new AppError(code, lines.map(detailOf), { right });
}

/** The refusal of a new record whose content exceeds the scope; undefined if it does not. Looks nothing up. */
export function refuseRecord(scope: Scope, definition: ObjectDefinition, content: Content): AppError | undefined {
  const { largestSale } = scope;
  if (definition.sells && largestSale !== undefined && definition.sells(content as never) > amountOf(largestSale))
    return tooLarge("Error_Sale_TooLarge", `The largest sale of the credential is ${largestSale}.`);
  return refuseKey(scope, definition, content) ?? refuseNamed(scope, content);
}

/** The field of business keys that callers choose freely. Codes of stores, products and rules belong to who maintains them. */
const keyField = "ExternalID";

/** Whether the keys of a class are those that clients may be bound in. */
export const isKeyBound = ({ key }: ObjectDefinition) => key?.field === keyField;

/** Nobody takes a key that another store or programme will need: keys are unique in the whole service. */
function refuseKey({ keys }: Scope, definition: ObjectDefinition, content: Content): AppError | undefined {
  const value = String(content[keyField] ?? "");
  if (!keys || !isKeyBound(definition) || value === "") return undefined;
  return refuseForbidden(keys, value, keyField);
}

function refuseForbidden(keys: readonly string[], value: string, field: string): AppError | undefined {
  if (keys.some((start) => start === anyKey || value.startsWith(start))) return undefined;
  const code = "Error_Key_Forbidden";
  const text = `The credential creates ${field}s that begin with ${keys.join(" or ")}.`;
  return new AppError(code, [{ code, text, identifier: `.${field}` }], { code });
}

/** The refusal of an action's content that exceeds the scope; undefined if it does not. */
export function refuseContent(
  scope: Scope,
  { adjusts, registers }: ActionDefinition,
  content: unknown,
): AppError | undefined {
  const { largestAdjustment, keys } = scope;
  if (adjusts && largestAdjustment !== undefined && sizeOf(adjusts(content as never)) > amountOf(largestAdjustment))
    return tooLarge("Error_Adjustment_TooLarge", `The largest adjustment of the credential is ${largestAdjustment}.`);
  const forbidden = keys && registers && refuseForbidden(keys, registers(content as never), "CardNumber");
  return forbidden ?? refuseNamed(scope, (content ?? {}) as Content);
}

export const sizeOf = (amount: Amount): Amount => (amount < 0n ? -amount : amount);

const anyKey = "*";

const tooLarge = (code: ErrorCode, text: string) => new AppError(code, [{ code, text }], { code });
