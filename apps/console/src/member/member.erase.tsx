import { operatorRight } from "@rewards/domain";
import type { Action } from "../action/action.tsx";
import { InputError } from "../page/page.error.ts";
import { keyOf } from "../record-action/record.action.tsx";
import { memberOf } from "./member.desk.ts";

/** Erases a person, as the law demands. The API has its audit entry. */
export const eraseAction: Action = {
  path: "/members/erase",
  right: operatorRight("erase"),
  async ask(call) {
    const { name, key, path } = await memberOf(call);
    return {
      title: `Erase: ${name}?`,
      body: (
        <>
          <p>
            Name, addresses, key and cards go for ever, here and in what the member bought. The ledger stays, without
            the person. This cannot be undone.
          </p>
          <label for="confirm">Type {key} to confirm</label>
          <input id="confirm" name="confirm" required maxlength={255} autocomplete="off" />
        </>
      ),
      kept: ["ID"],
      button: "Erase",
      back: path,
    };
  },
  async perform(call) {
    const { input, viewer, deps } = call;
    const { key, path } = await memberOf(call);
    if (input.get("confirm")?.trim() !== key) throw new InputError("This is not the member's key: nothing was erased.");
    const content = { externalIDs: [key] };
    await deps.api.send(viewer, {
      method: "POST",
      path: "/members/erase",
      isOperators: true,
      content,
      key: keyOf(input),
    });
    return { to: path, notice: "Erased." };
  },
};
