import { useState } from 'react'

export type Outcome = { said: string; secret?: string; count: number }

/** Takes the answer of a change. */
export type Done<Shown> = (answer: { data: { said: string; secret?: string; values: Shown } }) => void

/** What a page shows, as the server last told it, and what was done last. */
export function useOutcome<Shown>(given: Shown) {
  const [values, setValues] = useState(given)
  const [outcome, setOutcome] = useState<Outcome>()

  function done({ data }: { data: { said: string; secret?: string; values: Shown } }) {
    setValues(data.values)
    setOutcome((before) => ({
      said: data.said,
      ...(data.secret ? { secret: data.secret } : {}),
      count: (before?.count ?? 0) + 1,
    }))
  }

  return { values, outcome, done, forget: () => setOutcome(undefined) }
}
