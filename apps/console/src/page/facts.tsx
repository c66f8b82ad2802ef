import type { Child } from "hono/jsx";

/** A label and its value. `Facts` leaves out a fact without a value. */
export type Fact = readonly [name: string, value: Child];

const isGiven = ([, value]: Fact) => value !== null && value !== undefined && value !== "";

interface FactsProps {
  readonly facts: readonly Fact[];
  /** In several columns, where they fit. */
  readonly isCompact?: true | undefined;
}

export const Facts = ({ facts, isCompact }: FactsProps) => (
  <dl {...(isCompact && { class: "compact" })}>
    {facts.filter(isGiven).map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
