import { isRefused, type Refused } from '#server/platform/refusal.ts'
import type { DeskDeps } from './desk-deps.ts'

/**
 * What the page shows after a change that is made. Undefined if it cannot be read: a refusal would say that nothing was done,
 * and lose a secret or a link that stands in this answer only.
 */
export async function shownAfter<Values>(
  { log }: Pick<DeskDeps, 'log'>,
  show: () => Promise<Values | Refused>,
): Promise<Values | undefined> {
  try {
    const values = await show()
    return isRefused(values) ? undefined : values
  } catch (error) {
    if (isRefused(error)) return undefined
    log.error({ err: error }, 'a change was made, but its page could not be read')
    return undefined
  }
}
