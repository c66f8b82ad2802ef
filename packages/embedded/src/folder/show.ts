import { isAbsolute, relative } from "node:path";

/** A folder for people: relative to the working folder if it is below that. */
export function showFolder(folder: string): string {
  const short = relative(process.cwd(), folder);
  return short.startsWith("..") || isAbsolute(short) ? folder : short;
}
