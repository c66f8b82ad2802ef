import type { Child } from "hono/jsx";

/** Names with their values. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: Child])[] }) => (
  <dl>
    {facts.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
