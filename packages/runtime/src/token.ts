/** Tokens with a lower estimate are refused. 99 % of tokens of 128 random bits have a higher one, in any notation. */
export const tokenBitsMin = 60;
const wordCharBits = 1.5;
const repeatMin = 3;

/**
 * How hard a token is to guess, in bits, estimated from below: characters of words, of sequences (`3456`, `aaaa`) and
 * of repeats of earlier parts count for little. It cannot distinguish a random token from one that only looks random.
 */
export function estimateTokenBits(token: string): number {
  const charBits = Math.log2(new Set(token).size || 1);
  const isInWord = wordCharsOf(token);
  let bits = 0;
  for (let at = 0; at < token.length; ) {
    const repeated = repeatedAt(token, at);
    if (repeated >= repeatMin) {
      bits += Math.log2(token.length);
      at += repeated;
      continue;
    }
    if (!continuesSequence(token, at)) bits += isInWord.has(at) ? Math.min(wordCharBits, charBits) : charBits;
    at += 1;
  }
  return bits;
}

/** The places of letters that read like a word: five or more in one case, the first in any. */
function wordCharsOf(token: string): ReadonlySet<number> {
  const words = [...token.matchAll(/[A-Za-z][a-z]{4,}|[A-Z]{5,}/g)];
  return new Set(words.flatMap(({ index, 0: word }) => Array.from(word, (_, offset) => index + offset)));
}

/** How many characters from here on repeat an earlier part. */
function repeatedAt(token: string, at: number): number {
  let length = 0;
  while (at + length < token.length && token.slice(0, at).includes(token.slice(at, at + length + 1))) length += 1;
  return length;
}

/** Whether a character comes after the one before it as that one after its own. */
function continuesSequence(token: string, at: number): boolean {
  const step = token.charCodeAt(at) - token.charCodeAt(at - 1);
  return at > 1 && Math.abs(step) <= 1 && step === token.charCodeAt(at - 1) - token.charCodeAt(at - 2);
}
