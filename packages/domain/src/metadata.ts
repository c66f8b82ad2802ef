import { constant, derived, type Fields, stored } from "./field.ts";

export const applicationName = "Rewards";
export const applicationVersion = "0.1.0";

/** The users that the service itself knows: who called, who works in the background, and who steers it. */
export const callerUser = "api";
export const systemUser = "system";
export const operatorUser = "operator";

/** The metadata that objects carry on read, in the interface's order. `Name` is each object's own field. */
export const metadata = {
  CreateDateTime: stored("timestamp"),
  UpdateDateTime: stored("timestamp"),
  CreateUser: derived("reference", "User"),
  UpdateUser: derived("reference", "User"),
  CreateUserID: stored("text"),
  UpdateUserID: stored("text"),
  ApplicationName: constant("text", applicationName),
  ApplicationVersion: constant("text", applicationVersion),
  HistoryCounter: derived("integer"),
  Status: stored("text"),
  BusinessID: derived("text"),
  pzCaseTypeID: constant("text", ""),
  CaseSLAEventID: constant("text", ""),
  pzActiveStates: constant("list", []),
  CurrentStageID: derived("text"),
  CurrentStageName: derived("text"),
  ConfirmationNote: stored("text"),
  Urgency: constant("integer", 10),
  Assignments: constant("list", []),
} as const satisfies Fields;

/** The part of a status after its first hyphen: `Open-Available With Expiry` → `Available With Expiry`. */
export function stageName(status: string): string {
  return status.slice(status.indexOf("-") + 1);
}

/** The stage's name in CamelCase without spaces: `Segment Case creation` → `SegmentCaseCreation`. */
export function stageId(status: string): string {
  return stageName(status).replace(/(?:^|\s+)(\S)/g, (_, letter: string) => letter.toUpperCase());
}
