import { type ActionDefinition, actions } from "@rewards/domain";
import { apiRoot } from "../context.ts";
import type { Call } from "./call.ts";
import { fieldCodes } from "./error.responses.ts";
import { exampleOf } from "./json-schema.ts";
import * as names from "./names.ts";
import { type Contents, objectsTag, pageInstructions } from "./object.calls.ts";
import { schemaRef } from "./openapi.types.ts";

export function actionCalls(contents: Contents): Call[] {
  return actions.map((action) => actionCall(action, contents));
}

/** The interface's path; where two classes have an action of one name, that of the class, by its `{ObjectPath}`. */
function pathOfAction({ name, target }: ActionDefinition): { path: string; isPrefixed: boolean } {
  const path = `${apiRoot}/objects/{ID}/actions/${name}`;
  const isPrefixed = actions.filter((other) => other.name === name).length === 1;
  if (!isPrefixed && target.path === null) throw new Error(`${target.class} has no path to tell its ${name} by`);
  return { path: isPrefixed ? path : `/${target.path}${path}`, isPrefixed };
}

function actionCall(action: ActionDefinition, contents: Contents): Call {
  const { target, name, transition, content, refusals = [] } = action;
  const word = names.wordOf(target);
  const from = target.transitions[transition]?.from.map((status) => `\`${status}\``).join(" or ");
  const { path, isPrefixed } = pathOfAction(action);
  const told = isPrefixed ? "" : `, also without \`/${target.path}\` before the path`;
  return {
    id: names.actionId(action),
    tag: names.tagOf(target),
    method: "patch",
    path,
    ...(isPrefixed && { isPrefixed }),
    summary: `Run ${name} on a ${word}`,
    description: `Taken from ${from}${told}. Send an \`Idempotency-Key\`, and it is safe to repeat.`,
    kind: "Action",
    refusals: [
      ...refusals,
      ...(content ? fieldCodes : []),
      ...(target.key && action.set ? (["Error_Key_Taken"] as const) : []),
    ],
    parameters: ["ID", "If-Match", "Idempotency-Key"],
    body: bodyOfAction(action, contents),
    answer: {
      status: 200,
      description: "Done; the status is final.",
      schema: schemaRef(names.actionAnswerName(action)),
      headers: ["ETag", "Idempotent-Replayed"],
    },
  };
}

function bodyOfAction(action: ActionDefinition, contents: Contents): NonNullable<Call["body"]> {
  const name = names.actionContentName(action);
  const content = contents[name];
  return {
    schema: {
      type: "object",
      properties: {
        content: content ? schemaRef(name) : { type: ["object", "null"], description: "Takes no fields." },
        pageInstructions,
      },
      ...(content && { required: ["content"] }),
    },
    example: content ? { content: exampleOf(content) } : { content: null },
  };
}

export const readActionCall: Call = {
  id: "objects.getAction",
  tag: objectsTag,
  method: "get",
  path: `${apiRoot}/objects/{ID}/actions/{Action}`,
  isPrefixed: true,
  summary: "Read an action of an object",
  description:
    "The fields that an action takes, with the object's values where it would change them. Refused where the object's status does not allow the action.",
  kind: "Read",
  refusals: ["Error_Action_Unknown", "Error_Status_Illegal"],
  parameters: [
    "ID",
    { name: "Action", in: "path", required: true, description: "The action.", schema: schemaRef("ActionName") },
  ],
  answer: { status: 200, description: "The action.", schema: schemaRef("ActionAnswer"), headers: ["ETag"] },
};
