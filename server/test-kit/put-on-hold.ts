import type { MoneyValues } from '#contract/billing/values.ts'
import { hold } from '#contract/features/cancel.ts'
import { pages } from '#contract/pages.ts'
import type { Browser } from './browser.ts'
import { valuesIn } from './signed-in.ts'

/** Sends the values of the cancel page. If it offers no hold, the answer says why. */
export async function putOnHold(browser: Browser, months: number) {
  const { text } = await browser.open(pages.cancel)
  const { money } = valuesIn(text) as { money?: Pick<MoneyValues, 'nextCharge' | 'holdOffer'> }
  const shown = { from: money?.nextCharge?.on ?? '', held_cents: money?.holdOffer?.heldCents ?? 0 }
  return browser.call(hold, { months, ...shown })
}
