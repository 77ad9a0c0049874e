import { useCallback, useEffect, useState } from 'react'
import { signUpContextAddress } from '#contract/addresses/sign-up.ts'
import type { signUpContext } from '#contract/calls/sign-up-context.ts'
import { dollarsToCents } from '#contract/money.ts'
import type { PriceKey, PriceList } from '#contract/plan.ts'
import { send } from '#web/api.ts'
import { useCancellable } from './use-cancellable.ts'

/** The prices came with the page; the server confirms them, for a page may be older than its prices. */
export function useCurrentPrices(shown: PriceList) {
  const [prices, setPrices] = useState(shown)
  const [error, setError] = useState('')
  const requests = useCancellable()

  const confirm = useCallback(async () => {
    const outcome = await send<typeof signUpContext>(signUpContextAddress, {}, { signal: requests.begin() })
    if (outcome.kind === 'cancelled') return
    if (outcome.kind === 'answered') setPrices(inCents(outcome.answer.prices))
    setError(outcome.kind === 'answered' ? '' : wordsOf(outcome))
  }, [requests])

  useEffect(() => void confirm(), [confirm])

  return { prices, error, confirm }
}

function inCents(dollars: Record<PriceKey, number>): PriceList {
  const entries = Object.entries(dollars).map(([key, price]) => [key, dollarsToCents(price)])
  return Object.fromEntries(entries) as PriceList
}

function wordsOf(
  outcome: { kind: 'refused'; errors: unknown } | { kind: 'failed'; message: string },
): string {
  return outcome.kind === 'failed' ? outcome.message : String(outcome.errors)
}
