const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });

/** An amount, as a number or as decimal text: `12,345.5`. */
export const formatPoints = (amount: unknown): string => numbers.format(String(amount) as Intl.StringNumericLiteral);

/** With its sign: `+42`. */
export const formatChange = (amount: unknown): string => (Number(amount) > 0 ? "+" : "") + formatPoints(amount);

/** An instant in UTC, to the second, or with `isExact` to the millisecond; a dash if it is not set. */
export const Time = ({ at, isExact = false }: { readonly at: unknown; readonly isExact?: boolean }) => {
  if (typeof at !== "string") return <>–</>;
  return <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, isExact ? 23 : 19)} UTC`}</time>;
};
