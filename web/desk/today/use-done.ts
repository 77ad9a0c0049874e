import { type Outcome, useOutcome } from '../use-outcome.ts'

export type Done = {
  outcome: Outcome | undefined
  /** Whether something was done about this row since the page was opened. */
  has(key: string): boolean
  note(key: string, said: string): void
}

const none: readonly string[] = []

/** Rows stay where they are when something was done about them: nothing jumps under the pointer. */
export function useDone(): Done {
  const { values: keys, outcome, done } = useOutcome(none)
  return {
    outcome,
    has: (key) => keys.includes(key),
    note: (key, said) => done({ data: { said, values: [...keys, key] } }),
  }
}
