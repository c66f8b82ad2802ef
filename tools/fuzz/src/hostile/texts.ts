/** The words of a text, split at spaces. */
export const words = (text: string): string[] => text.split(" ");

/** Well-formed text that has broken other programs. A free-text field accepts and keeps all of it unchanged. */
export const hostileTexts: readonly string[] = [
  "'; drop table member; --",
  "' or '1'='1",
  "1; select pg_sleep(10)",
  "$1",
  "%s%n%d",
  "\\",
  '"',
  ...words("{} {a,b} NULL \\N undefined NaN true __proto__ constructor toString hasOwnProperty"),
  ...words("../../etc/passwd"),
  "$" + "{jndi:ldap://x}",
  "<script>alert(1)</script>",
  "a\r\nb: c",
  ...words("\u0001\u001f\u007f\u0085 \u200b\u202e\ufeff İıſß e\u0301 \u{10ffff}\ufffe\uffff"),
  "  ",
];
