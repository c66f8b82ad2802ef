/** A record's public ID, of any class. */
export const idPattern = /^([A-Z]{2,8})-([0-9a-f]{32})$/;

/** A record's public ID: its class's prefix and its UUID without hyphens. Opaque to callers. */
export function formatId(prefix: string, uuid: string): string {
  return `${prefix}-${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(14, 18)}${uuid.slice(19, 23)}${uuid.slice(24)}`;
}

export function parseId(id: string): { prefix: string; uuid: string } | undefined {
  const [, prefix, hex] = idPattern.exec(id) ?? [];
  if (prefix === undefined || hex === undefined) return undefined;
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { prefix, uuid };
}
