import { useState } from 'react'

/** `isStale`: the page still shows what it showed before. */
export type Outcome = { said: string; secret?: string; isStale: boolean; count: number }

type Answer<Shown> = { data: { said: string; secret?: string; values?: Shown | undefined } }

/** Takes the answer of a change. */
export type Done<Shown> = (answer: Answer<Shown>) => void

/** What a page shows, as the server last told it, and what was done last. */
export function useOutcome<Shown>(given: Shown) {
  const [values, setValues] = useState(given)
  const [outcome, setOutcome] = useState<Outcome>()

  function done({ data }: Answer<Shown>) {
    if (data.values !== undefined) setValues(data.values)
    setOutcome((before) => ({
      said: data.said,
      ...(data.secret ? { secret: data.secret } : {}),
      isStale: data.values === undefined,
      count: (before?.count ?? 0) + 1,
    }))
  }

  return { values, outcome, done, forget: () => setOutcome(undefined) }
}
