import { hash } from "node:crypto";

/** The form of a key after an erasure, as Postgres' function `hashed_key` makes it. */
export const hashedKey = (key: string): string => (hashedPattern.test(key) ? key : `sha256:${hash("sha256", key)}`);

const hashedPattern = /^sha256:[0-9a-f]{64}$/;
