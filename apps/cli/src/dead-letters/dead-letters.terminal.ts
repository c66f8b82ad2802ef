import type { DatabaseChoice } from "../database.ts";

/** What every command on dead letters works with. */
export interface Terminal {
  readonly choice: DatabaseChoice;
  readonly print: (line: string) => void;
  readonly isJson: boolean;
  readonly actor: string;
}
