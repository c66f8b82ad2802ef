import { type ActionDefinition, actionFields, actionRight, actions, type ErrorCode } from "@rewards/domain";
import { apiRoot } from "../call.ts";
import type { Call } from "./call.ts";
import { fieldCodes } from "./error.responses.ts";
import { exampleOf, type Schema, schemaRef } from "./json-schema.ts";
import * as names from "./names.ts";
import { type Contents, objectsTag, pageInstructions } from "./object.calls.ts";
import { idParameter, sampleOf } from "./samples.ts";

export function actionCalls(contents: Contents): Call[] {
  const shared = [
    ...new Set(actions.filter((one) => isShared(one) && !keepsPlainPath(one.name)).map(({ name }) => name)),
  ];
  return [
    ...actions.map((action) => actionCall(action, contents)),
    ...shared.map((name) => sharedCall(name, contents)),
  ];
}

/** Whether another class has an action of this name. */
function isShared({ name }: ActionDefinition): boolean {
  return actions.filter((other) => other.name === name).length > 1;
}

/** Whether a class without an `{ObjectPath}` has this action: the path without one is then its own. */
const keepsPlainPath = (name: string) => actions.some((one) => one.name === name && one.target.path === null);

/** A Cancel of a redemption must not end the voucher of the other examples, nor a Cancel of a voucher the one to use. */
function sampleFor(action: ActionDefinition) {
  const { target, name } = action;
  if (!isShared(action) || !keepsPlainPath(name)) return sampleOf(target, action);
  return target.path === null ? sampleOf(target, action, "newest", "DESC") : sampleOf(target, action, "oldest");
}

/** The path without an `{ObjectPath}`. */
const pathOfAny = (name: string) => `${apiRoot}/objects/{ID}/actions/${name}`;

/**
 * The path without an `{ObjectPath}`; behind the class's own if several classes have an action of this name. A class
 * without one keeps the plain path.
 */
function pathOfAction(action: ActionDefinition): { path: string; isPrefixed: boolean } {
  const { name, target } = action;
  const path = pathOfAny(name);
  if (!isShared(action)) return { path, isPrefixed: true };
  return { path: target.path === null ? path : `/${target.path}${path}`, isPrefixed: false };
}

function actionCall(action: ActionDefinition, contents: Contents): Call {
  const { target, name, transition } = action;
  const from = target.transitions[transition]?.from.map((status) => `\`${status}\``).join(" or ");
  const { path, isPrefixed } = pathOfAction(action);
  const note = isPrefixed || target.path === null ? "" : `The path also works without \`/${target.path}\`. `;
  return {
    id: names.actionId(action),
    tag: names.tagOf(target),
    method: "patch",
    path,
    ...(isPrefixed && { isPrefixed }),
    summary: `Run ${name} on ${names.aWordOf(target)}`,
    description: `Allowed in status ${from}. ${note}With an \`Idempotency-Key\` the call is safe to repeat.`,
    kind: "Action",
    rights: [actionRight(action)],
    refusals: refusalsOf(action),
    parameters: [idParameter(target, sampleFor(action)), "If-Match", "Idempotency-Key"],
    body: bodyOfAction(action, contents),
    answer: {
      status: 200,
      description: "The action is done; the answer has the resulting status.",
      schema: schemaRef(names.actionAnswerName(action)),
      headers: ["ETag", "Idempotent-Replayed", "Rewards-Position"],
    },
  };
}

function refusalsOf(action: ActionDefinition): ErrorCode[] {
  const { target, content, set, refusals = [] } = action;
  const setsKey = set && actionFields(action).some(({ name }) => name === target.key?.field);
  return [...refusals, ...(content ? fieldCodes : []), ...(setsKey ? (["Error_Key_Taken"] as const) : [])];
}

/** `a store, a product or a reward`. */
const oneOf = (words: readonly string[]) =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" or ");

/** An action that several classes have, at the path without an `{ObjectPath}`: the object's ID determines the class. */
function sharedCall(name: string, contents: Contents): Call {
  const among = actions.filter((action) => action.name === name);
  const [first] = among as [ActionDefinition];
  const words = oneOf(among.map(({ target }) => names.aWordOf(target)));
  return {
    id: names.sharedActionId(first),
    tag: objectsTag,
    method: "patch",
    path: pathOfAny(name),
    isPrefixed: true,
    summary: `Run ${name} on ${words}`,
    description: `Runs the action of the object's class, which its ID names. With an \`Idempotency-Key\` the call is safe to repeat.`,
    kind: "Action",
    rights: among.map(actionRight),
    refusals: among.flatMap(refusalsOf),
    parameters: [idParameter(first.target, sampleOf(first.target, first, "oldest")), "If-Match", "Idempotency-Key"],
    body: bodyOfShared(among, contents),
    answer: {
      status: 200,
      description: "The action is done; the answer has the resulting status.",
      schema: { anyOf: among.map((action) => schemaRef(names.actionAnswerName(action))) },
      headers: ["ETag"],
    },
  };
}

function bodyOfShared(among: readonly ActionDefinition[], contents: Contents): NonNullable<Call["body"]> {
  const bodies = among.map((action) => bodyOfAction(action, contents));
  const [first] = bodies as [NonNullable<Call["body"]>];
  if (!among.some(({ content }) => content)) return first;
  const content = { anyOf: among.map((action) => schemaRef(names.actionContentName(action))) };
  return {
    schema: { type: "object", properties: { content, pageInstructions }, required: ["content"] },
    example: first.example,
  };
}

function bodyOfAction(action: ActionDefinition, contents: Contents): NonNullable<Call["body"]> {
  const name = names.actionContentName(action);
  const content = contents[name];
  return {
    schema: {
      type: "object",
      properties: {
        content: content
          ? contentSchemaOf(action)
          : { type: ["object", "null"], description: "The action takes no fields." },
        pageInstructions,
      },
      ...(content && !action.isContentOptional && { required: ["content"] }),
    },
    example: { content: content ? exampleContentOf(action, content) : null },
  };
}

function contentSchemaOf(action: ActionDefinition): Schema {
  const own = schemaRef(names.actionContentName(action));
  return action.isContentOptional ? { anyOf: [own, { type: "null" }] } : own;
}

/** Leaves out the business key, which another object may already have. */
function exampleContentOf({ target, set }: ActionDefinition, content: Schema): unknown {
  const { properties } = content as { readonly properties: Readonly<Record<string, Schema>> };
  const kept = Object.entries(properties).filter(([field]) => !(set && field === target.key?.field));
  return exampleOf({ properties: Object.fromEntries(kept) });
}

const actionRead = actions.find(({ set }) => set) as ActionDefinition;

export const readActionCall: Call = {
  id: "objects.getAction",
  tag: objectsTag,
  method: "get",
  path: `${apiRoot}/objects/{ID}/actions/{Action}`,
  isPrefixed: true,
  summary: "Read an action of an object",
  description:
    "Returns the fields that an action takes, with the object's present values if the action would change them. Refused if the object's status does not allow the action.",
  kind: "Read",
  rights: actions.map(actionRight),
  refusals: ["Error_Action_Unknown", "Error_Status_Illegal", "Error_Voucher_Expired"],
  parameters: [
    idParameter(actionRead.target, sampleOf(actionRead.target, actionRead)),
    {
      name: "Action",
      in: "path",
      required: true,
      description: "The action.",
      schema: schemaRef("ActionName"),
      example: actionRead.name,
    },
  ],
  answer: { status: 200, description: "The action.", schema: schemaRef("ActionAnswer"), headers: ["ETag"] },
};
