import type { ActionDefinition, ObjectDefinition } from "@rewards/domain";

/** `redemption_item` → `Redemption items`: the heading of a class's operations. */
export function tagOf({ noun }: ObjectDefinition): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1).replaceAll("_", " ")}s`;
}

/** `redemption_item` → `redemptionItems`: the group of a class's calls in a client. */
function groupOf({ noun }: ObjectDefinition): string {
  return `${noun.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}s`;
}

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The name of an object in the names of schemas: `RedemptionItem`. */
const titleOf = (definition: ObjectDefinition) => upperFirst(groupOf(definition).slice(0, -1));

/** Operation IDs are the calls of the typed client: `sales.create`, `members.addBalance`, `views.programList`. */
export const createId = (definition: ObjectDefinition) => `${groupOf(definition)}.create`;
export const actionId = ({ target, name }: ActionDefinition) => `${groupOf(target)}.${lowerFirst(name)}`;
/** For an action that several classes have. */
export const sharedActionId = ({ name }: ActionDefinition) => `objects.${lowerFirst(name)}`;
export const viewId = (name: string) => `views.${lowerFirst(name)}`;

export const contentName = (definition: ObjectDefinition) => `${titleOf(definition)}Content`;
export const createdName = (definition: ObjectDefinition) => `${titleOf(definition)}Created`;
export const actionContentName = ({ target, name }: ActionDefinition) => `${titleOf(target)}${name}Content`;
export const actionAnswerName = ({ target, name }: ActionDefinition) => `${titleOf(target)}${name}Answer`;
export const parametersName = (view: string) => `${view}Parameters`;
/** The prose name of an object: `redemption item`. */
export const wordOf = ({ noun }: ObjectDefinition) => noun.replaceAll("_", " ");
/** `a sale`, `an earning rule` */
export const aWordOf = (definition: ObjectDefinition) =>
  `${/^[aeiou]/.test(definition.noun) ? "an" : "a"} ${wordOf(definition)}`;
/** The body of a create. */
export const bodyName = (definition: ObjectDefinition) => createdName(definition).replace(/Created$/, "Create");
/** An object read by its ID. */
export const infoName = ({ class: name }: ObjectDefinition) => `${name}Info`;
