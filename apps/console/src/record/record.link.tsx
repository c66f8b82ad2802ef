import type { Child } from "hono/jsx";
import { pathOfRecord } from "./record.path.ts";

/** A link to the page of a record, by its ID. */
export const RecordLink = ({ id, children = id }: { readonly id: string; readonly children?: Child }) => {
  const path = pathOfRecord(id);
  return path === undefined ? <span>{children}</span> : <a href={path}>{children}</a>;
};

/** A link to the search for this key. */
export const KeyLink = ({ value }: { readonly value: string }) => (
  <a href={`/find?q=${encodeURIComponent(value)}`}>{value}</a>
);

interface MemberLinkProps {
  /** The ID is null if no member has the key now. */
  readonly member: { readonly externalId: string; readonly ID: string | null };
}

export const MemberLink = ({ member: { externalId, ID } }: MemberLinkProps) =>
  ID === null ? (
    <>
      <KeyLink value={externalId} /> (not registered)
    </>
  ) : (
    <RecordLink id={ID}>{externalId}</RecordLink>
  );
