import type { Child } from "hono/jsx";

/** A name, and what it stands for; left out if that is empty. */
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
