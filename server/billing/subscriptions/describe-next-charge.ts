import { formatDay } from '#contract/calendar/billing-dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { showMoney } from './show-money.ts'

/** What follows this month, for mails: a charge and how to avoid it, or why there is none. Undefined if nothing follows. */
export async function describeNextCharge(
  tx: Db,
  accountId: number,
  now: Date,
): Promise<{ says: string; howToAvoid: string } | undefined> {
  const { nextCharge, hold } = await showMoney(tx, accountId, now)
  if (!nextCharge) return undefined
  const { cents, creditCents, lastMomentToCancel } = nextCharge
  const on = formatDay(nextCharge.on)
  if (cents > 0)
    return {
      says: `The next charge is on ${on}.`,
      howToAvoid: ` To avoid it, cancel in your account by ${lastMomentToCancel}.`,
    }
  if (creditCents > 0) return { says: `Your credit pays for the month that starts on ${on}.`, howToAvoid: '' }
  const isOnHold = hold && hold.from <= nextCharge.on && nextCharge.on < hold.until
  const why = isOnHold ? 'your plan is on hold' : 'your plan is free of charge'
  return { says: `Nothing will be charged on ${on}: ${why}.`, howToAvoid: '' }
}
