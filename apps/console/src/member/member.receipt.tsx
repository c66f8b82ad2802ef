import { createRight, product, sale, store } from "@rewards/domain";
import type { Action } from "../action/action.tsx";
import { InputError, PageError } from "../page/page.error.ts";
import { createRecord } from "../record-action/create.action.tsx";
import { knownCode, memberOf, readCodes } from "./member.desk.ts";

/** More lines of one receipt are typed at the till. */
const linesMax = 6;
const numbers = Array.from({ length: linesMax }, (_, index) => index + 1);
const cells = { product: "Product code", quantity: "Quantity", amount: "Amount" } as const;
const heads = { receipt: "Receipt number", store: "Store code" } as const;

/** A sale of a member that the till did not send with the member's key, such as a receipt that is shown later. */
export const addReceiptAction: Action = {
  path: "/members/add-receipt",
  right: createRight(sale),
  async ask(call) {
    const { input } = call;
    const { name, path } = await memberOf(call);
    const codes = {
      store: await readCodes(call, store),
      product: await readCodes(call, product),
    };
    return {
      title: `Add receipt: ${name}?`,
      body: (
        <>
          <p>The sale earns what the rules of its time give. A receipt number that is known already is refused.</p>
          {Object.entries(heads).map(([field, label]) => (
            <>
              <label for={field}>{label}</label>
              <input
                id={field}
                name={field}
                value={input.get(field) ?? ""}
                required
                maxlength={255}
                autocomplete="off"
                {...(field in codes && { list: `${field}-codes` })}
              />
            </>
          ))}
          {Object.entries(codes).map(([field, known]) => (
            <datalist id={`${field}-codes`}>
              {known.map(([code, text]) => (
                <option value={code}>{text}</option>
              ))}
            </datalist>
          ))}
          <label for="sold">Sold at (UTC)</label>
          <input id="sold" name="sold" type="datetime-local" value={input.get("sold") ?? ""} required />
          <fieldset class="receipt">
            <legend>Lines</legend>
            {numbers.map((line) =>
              Object.entries(cells).map(([field, label]) => (
                <input
                  name={`${field}${line}`}
                  value={input.get(`${field}${line}`) ?? ""}
                  aria-label={`${label}, line ${line}`}
                  placeholder={label}
                  maxlength={255}
                  autocomplete="off"
                  {...(field in codes && { list: `${field}-codes` })}
                />
              )),
            )}
          </fieldset>
        </>
      ),
      kept: ["ID"],
      button: "Add receipt",
      back: path,
    };
  },
  async perform(call) {
    const { input } = call;
    const { key } = await memberOf(call);
    const lines = numbers.flatMap((line) => lineOf(input, line));
    if (lines.length === 0) throw new InputError("Lines: type at least one product.");
    const StoreCode = await knownCode(call, store, (input.get("store") ?? "").trim());
    // The sale would wait for the store, and its receipt number could not be typed again.
    if (StoreCode === undefined) throw new InputError("Store code: no store has it.");
    const SaleItems = await Promise.all(
      lines.map(async (line) => {
        const ProductCode = await knownCode(call, product, line.ProductCode);
        return { ...line, ProductCode: ProductCode ?? line.ProductCode };
      }),
    );
    const to = await createRecord(call, sale, {
      ExternalID: input.get("receipt") ?? "",
      SaleDateTime: `${input.get("sold") ?? ""}Z`,
      ...{ StoreCode, MemberExternalID: key, SaleItems },
    }).catch(refuseKnown);
    return { to, notice: "Accepted. The page shows what it earns." };
  },
};

/** The number of a receipt is the key of its sale. */
function refuseKnown(error: unknown): never {
  if (!(error instanceof PageError) || error.status !== 409) throw error;
  throw new InputError("Receipt number: a sale has it already. Search for it to see what it gave.");
}

function lineOf(input: URLSearchParams, line: number) {
  const [ProductCode = "", quantity = "", amount = ""] = Object.keys(cells).map((field) =>
    (input.get(`${field}${line}`) ?? "").trim(),
  );
  if (ProductCode === "" && quantity === "" && amount === "") return [];
  const number = (text: string, label: string) => {
    if (!/^-?\d{1,11}(?:\.\d{1,4})?$/.test(text))
      throw new InputError(`${label}, line ${line}: write a number such as 2 or 12.50.`);
    return Number(text);
  };
  return [{ ProductCode, Quantity: number(quantity, "Quantity"), TotalAmount: number(amount, "Amount") }];
}
