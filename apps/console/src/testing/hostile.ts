/** Values of a field that no person types, and that must not make a page fail. */
export const hostile = [
  "",
  "-1e999",
  "１２３４５６",
  "a\0b",
  "\ud800",
  "'; drop table sale; --",
  "[",
  "2026-02-30T25:61:61Z",
  "x".repeat(4_000),
];
