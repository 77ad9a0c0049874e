import { changeSource } from './change-source.ts'

/** Trusts this machine's clock, whatever the database says. */
changeSource(
  'server/platform/clock-check.ts',
  'Math.abs(differenceMs()) <= DIFFERENCE_AT_MOST_MS',
  'Number.isFinite(differenceMs())',
)
changeSource('server/platform/clock-check.ts', 'later(clock.now(), -correctionMs)', 'clock.now()')
