/** Preloaded into a process of the product: its clock is an hour ahead until SIGUSR2 corrects it. */
const aheadMs = 3_600_000;

const TrueDate = Date;
let offsetMs = aheadMs;

class AheadDate extends TrueDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(AheadDate.now());
    else super(...(given as [number]));
  }

  static override now(): number {
    return TrueDate.now() + offsetMs;
  }
}

globalThis.Date = new Proxy(AheadDate, {
  // Arguments given as parts start with the year; pass them unchanged.
  construct: (target, given, newTarget) =>
    given.length > 1 ? Reflect.construct(TrueDate, given, newTarget) : Reflect.construct(target, given, newTarget),
}) as unknown as DateConstructor;

process.on("SIGUSR2", () => {
  offsetMs = 0;
});
