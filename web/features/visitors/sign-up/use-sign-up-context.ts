import { useCallback, useEffect, useState } from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { dollarsToCents } from '#contract/catalogue/money.ts'
import type { PriceKey, PriceList } from '#contract/catalogue/plan.ts'
import { signUpContext } from '#contract/features/sign-up/calls.ts'
import type { PageValues } from '#contract/page-values.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { send } from '#web/api.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'

/** What a sign-up offers, and the prices. */
type Shown = Pick<PageValues['sign-up'], 'prices' | 'countries' | 'regions'> &
  Partial<Pick<PageValues['legacy-sign-up'], 'offer'>>
type Context = AnswerOf<typeof signUpContext>

/** All of it is part of the page, which may be outdated; the server confirms or updates it. */
export function useSignUpContext<Values extends Shown>(shown: Values) {
  const [values, setValues] = useState(shown)
  const [error, setError] = useState('')
  const requests = useCancellable()

  const confirm = useCallback(async () => {
    const outcome = await send(signUpContext, {}, { signal: requests.begin() })
    if (outcome.kind === 'cancelled') return
    if (outcome.kind === 'answered') setValues((before) => confirmed(before, outcome.answer))
    setError(outcome.kind === 'answered' ? '' : messageOf(outcome))
  }, [requests])

  useEffect(() => void confirm(), [confirm])

  return { values, error, confirm }
}

/** Unchanged values keep their identity, so that nothing is rendered or validated again. */
function confirmed<Values extends Shown>(before: Values, answer: Partial<Context>): Values {
  const { prices, misc, countries, states } = answer
  const zones = new Map(before.regions.map(({ value, timeZone }) => [value, timeZone]))
  const regions = states?.map((state) => ({
    ...state,
    timeZone: zones.get(state.value) ?? DEFAULT_TIME_ZONE,
  }))
  return {
    ...before,
    prices: same(before.prices, prices ? inCents(prices) : before.prices),
    countries: same(before.countries, countries ?? before.countries),
    regions: same(before.regions, regions ?? before.regions),
    ...(before.offer && { offer: same(before.offer, { ...before.offer, ...misc }) }),
  }
}

function same<Value>(before: Value, now: Value): Value {
  return inOrder(before) === inOrder(now) ? before : now
}

/** Serializes with sorted keys, so that equal values give equal strings. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

function inCents(dollars: Record<PriceKey, number>): PriceList {
  const entries = Object.entries(dollars).map(([key, price]) => [key, dollarsToCents(price)])
  return Object.fromEntries(entries) as PriceList
}

function messageOf(
  outcome: { kind: 'refused'; errors: unknown } | { kind: 'failed'; message: string },
): string {
  return outcome.kind === 'failed' ? outcome.message : String(outcome.errors)
}
