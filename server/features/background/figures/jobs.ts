import type { Deps } from '#server/deps.ts'
import { countSeats } from './count-seats.ts'
import { sumFigures } from './sum-figures.ts'

const EVERY_SECONDS = 300

/** The sums that the desk shows as figures. Any number of instances may run it at once. */
export function handleFigures(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('figures', EVERY_SECONDS, async () => {
    await sumFigures(deps)
    await countSeats(deps)
  })
}
