import type { ObjectInfo } from "@rewards/db";
import { actionOf, actionRight, isGranted, type ObjectDefinition, type Rights } from "@rewards/domain";

/** The object, with those of its available actions that the caller may run. */
export function withReachedActions(info: ObjectInfo, definition: ObjectDefinition, rights: Rights): ObjectInfo {
  const isReached = (name: string) => {
    const action = actionOf(definition, name);
    return action !== undefined && isGranted(rights, actionRight(action));
  };
  return { ...info, availableActions: info.availableActions.filter(({ ID }) => isReached(ID)) };
}
