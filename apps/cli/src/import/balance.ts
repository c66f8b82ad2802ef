import { AppError, addBalance, errorBody, memberBalances, optionalText, requiredAmount, sale } from "@rewards/domain";
import { z } from "zod";
import { type Api, apiRoot, callApi } from "./api.call.ts";
import type { ImportClass } from "./csv.plan.ts";
import { type ErrorBody, type FileLine, textOf } from "./lines.read.ts";
import type { Refused } from "./lines.send.ts";
import { checkLines } from "./refused.ts";

const callsMax = 32;

const { MemberExternalID } = sale.fields;
const fields = {
  MemberExternalID: { ...MemberExternalID, input: MemberExternalID.input.optional() },
  ID: optionalText({ text: "The member's ID, instead of the ExternalID.", example: "MEM-1" }),
  Amount: requiredAmount({ text: "The points to add; negative to take some.", example: 250 }),
  Name: optionalText({ text: "The name of the currency; needed with ID, or if there are several.", example: "Points" }),
  Reason: optionalText({ text: "Why: it is kept with the points.", example: "Balance of the old system" }),
};
const content = z
  .object({
    MemberExternalID: fields.MemberExternalID.input,
    ID: fields.ID.input,
    Amount: fields.Amount.input,
    Name: fields.Name.input,
    Reason: fields.Reason.input,
  })
  .refine(({ MemberExternalID: key, ID }) => key !== undefined || ID !== "", {
    path: ["MemberExternalID"],
    params: { code: "Error_Field_Required", text: "" },
  })
  .refine(({ ID, Name }) => ID === "" || Name !== "", {
    path: ["Name"],
    params: { code: "Error_Field_Required", text: "" },
  });

/** Points that members bring with them: each line is an AddBalance. */
export const balance: ImportClass = { noun: "balance", path: null, fields, content };

/**
 * Adds the amounts to the balances, in no order. A line that was sent before adds nothing.
 * @param fileHash names the file in the lines' idempotency keys.
 * @returns the lines that are refused.
 * @throws CommandError if the service refuses all calls, or does not answer for a while.
 */
export async function addBalances(api: Api, fileHash: string, lines: readonly FileLine[]): Promise<Refused[]> {
  const refused = checkLines(balance, lines);
  const wrong = new Set(refused.map(({ line }) => line));
  // A generator, so that one call that throws ends the others' turns too.
  const turns = (function* () {
    for (const line of lines) if (!wrong.has(line)) yield line;
  })();
  const takeTurns = async () => {
    for (const line of turns) {
      const error = await addOne(api, content.parse(JSON.parse(textOf(line))), `import:${fileHash}:${line.number}`);
      if (error) refused.push({ line, error });
    }
  };
  await Promise.all(Array.from({ length: callsMax }, takeTurns));
  return refused;
}

async function addOne(
  api: Api,
  { MemberExternalID: key, ID, Amount, Name, Reason }: z.output<typeof content>,
  idempotencyKey: string,
): Promise<ErrorBody | undefined> {
  const found = ID === "" ? await findBalance(api, key ?? "", Name) : { member: ID, currency: Name };
  if ("errorDetails" in found) return found;
  const path = `${apiRoot}/objects/${encodeURIComponent(found.member)}/actions/${addBalance.name}`;
  const body = { content: { AdjustBalances: { Amount, Name: found.currency, Reason } } };
  const { status, json } = await callApi(api, { method: "PATCH", path, body, idempotencyKey });
  return status === 200 ? undefined : (json as ErrorBody);
}

interface Balance {
  readonly Name: string;
  readonly Member: { readonly ID: string };
}

/** The member's ID, and its currency if it is the only one. */
async function findBalance(api: Api, key: string, name: string) {
  const path = `${apiRoot}/data_views/${memberBalances.name}`;
  const body = {
    dataViewParameters: { MemberExternalID: key },
    query: { select: [{ field: "Name" }, { field: "Member" }] },
  };
  const { status, json } = await callApi(api, { method: "POST", path, body });
  if (status !== 200) return json as ErrorBody;
  const [first, second] = (json as { data: readonly Balance[] }).data;
  if (!first) return errorBody(new AppError("Error_Member_Unknown"), "");
  if (second && name === "") {
    const text = "The programme has several currencies: Name says which.";
    const details = [{ code: "Error_Field_Required", identifier: ".Name", text }] as const;
    return errorBody(new AppError("Error_Field_Required", details), "");
  }
  return { member: first.Member.ID, currency: name || first.Name };
}
