import { AppError } from "@rewards/domain";
import { formatPosition, type Position, parsePosition } from "@rewards/operations";
import type { ApiContext } from "./context.ts";

const header = "rewards-position";

/**
 * The position that a read must show at least; undefined without the header.
 * @throws AppError 400 if it is malformed. Node joins a header sent twice with ", ", so that is refused too.
 */
export function readSentPosition(c: ApiContext): Position | undefined {
  const given = c.env.incoming.headers[header];
  if (given === undefined) return undefined;
  const position = typeof given === "string" ? parsePosition(given) : undefined;
  if (position !== undefined) return position;
  throw new AppError("Error_Header_Malformed", [
    {
      code: "Error_Header_Malformed",
      identifier: "Rewards-Position",
      text: "Rewards-Position: a position as the answer to a write has it, such as 16/B374D848, given once.",
    },
  ]);
}

/** The header of the answer to a write; empty without replicas. */
export function positionHeader(position: Position | undefined): Record<string, string> {
  return position === undefined ? {} : { [header]: formatPosition(position) };
}
