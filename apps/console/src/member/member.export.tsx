import { operatorRight } from "@rewards/domain";
import type { Action } from "../action/action.tsx";
import { keyOf } from "../record-action/record.action.tsx";
import { memberOf } from "./member.desk.ts";

/** All that the service holds about a person, as a file for them. The API has its audit entry. */
export const exportAction: Action = {
  path: "/members/export",
  right: operatorRight("export"),
  async ask(call) {
    const { name, path } = await memberOf(call);
    return {
      title: `Export: ${name}?`,
      body: (
        <p>
          A file of JSON with all that the service holds about this person: profile, cards, sales, points, vouchers and
          their histories. The audit names who exported it.
        </p>
      ),
      kept: ["ID"],
      button: "Export",
      back: path,
    };
  },
  async perform(call) {
    const { input, viewer, deps } = call;
    const { key } = await memberOf(call);
    const json = await deps.api.ask(viewer, {
      method: "POST",
      path: "/members/export",
      isOperators: true,
      content: { externalID: key },
      key: keyOf(input),
    });
    return { fileName: `${input.get("ID")}.json`, json };
  },
};
