const AHEAD_MS = Number(process.env.CLOCK_AHEAD_SECONDS ?? 120 * 24 * 3_600) * 1_000
const TheirDate = globalThis.Date
/** From the start, or with CLOCK_IS_SET=later at every second SIGUSR2. */
let aheadMs = process.env.CLOCK_IS_SET === 'later' ? 0 : AHEAD_MS
process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? AHEAD_MS : 0
})

/** Runs the product on a machine whose clock is 120 days ahead, or CLOCK_AHEAD_SECONDS. */
globalThis.Date = new Proxy(TheirDate, {
  construct: (_target, given: [], newTarget) =>
    given.length === 0
      ? new TheirDate(TheirDate.now() + aheadMs)
      : Reflect.construct(TheirDate, given, newTarget === globalThis.Date ? TheirDate : newTarget),
  get: (target, name) =>
    name === 'now' ? () => TheirDate.now() + aheadMs : Reflect.get(target, name, target),
})
