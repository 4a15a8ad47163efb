// Preloaded into a process (`node --import`) whose clock is to be wrong: each SIGUSR2 sets it off by
// the next of CLOCK_STEPS, milliseconds from the true time. As on a real machine, timers do not care.
const steps = (process.env.CLOCK_STEPS ?? '').split(',').map(Number);
const TrueDate = Date;
let offset = 0;

globalThis.Date = class extends TrueDate {
  constructor(...given: unknown[]) {
    super(...((given.length ? given : [TrueDate.now() + offset]) as [number]));
  }
  static override now(): number {
    return TrueDate.now() + offset;
  }
} as DateConstructor;

process.on('SIGUSR2', () => {
  offset = steps.shift() ?? 0;
  console.log(`The clock is off by ${offset} ms`);
});
