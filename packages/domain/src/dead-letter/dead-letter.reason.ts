/** Why a record became a dead letter: stable codes that operators list and replay by. Listed in docs/errors.md. */
export const deadLetterReasons = {
  Error_Record_Refused: "Postgres refuses a value that is to be written for it: SQLSTATE class 22 or 23.",
  Error_Record_Contended: "It lost the race with another transaction at every try.",
  Error_Statement_Refused:
    "Postgres refuses a statement: the schema is not of this release, or a fault of the program.",
  Error_Processing_Failed: "Any other error: data that a rule cannot read, or a fault of the program.",
} as const satisfies Record<`Error_${string}_${string}`, string>;

export type DeadLetterReason = keyof typeof deadLetterReasons;
