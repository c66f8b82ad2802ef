import type { Child } from "hono/jsx";

/** A label and its value. `Facts` leaves out a fact without a value. */
export type Fact = readonly [name: string, value: Child];

const isGiven = ([, value]: Fact) => value !== null && value !== undefined && value !== "";

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl>
    {facts.filter(isGiven).map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
