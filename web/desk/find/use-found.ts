import { useEffect, useState } from 'react'
import { find } from '#contract/desk/find/calls.ts'
import type { FindValues, FoundValues } from '#contract/desk/find/values.ts'
import { errorsOf, sendOnce } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'

const PAUSE_MS = 180

/** A card number does not go into the address, nor do its first digits, also among words: a phone number has fewer. */
function mayBecomeCardNumber(text: string): boolean {
  return /\d(?:[\s.-]{0,3}\d){11}/.test(text)
}

/** Results as one types. The answer to the last text is shown, however late those to earlier ones come. */
export function useFound({ text: given, ...first }: FindValues) {
  const [text, setText] = useState(given)
  const [shown, setShown] = useState<{ text: string; values: FoundValues }>({ text: given, values: first })
  const [error, setError] = useState('')
  const isCurrent = shown.text === text

  useEffect(() => {
    if (isCurrent) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      // Nobody pressed anything: the refusal is shown, and no dialog interrupts the typing.
      const outcome = await sendOnce(find, { text }, { signal: controller.signal })
      if (outcome.kind === 'cancelled') return
      const errors = errorsOf(outcome)
      setError(errors === undefined ? '' : sentenceOf(errors))
      if (outcome.kind !== 'answered') return
      const values = outcome.answer.data
      setShown({ text, values })
      // The Back button returns to what was typed last.
      const isKept = !values.wasCardNumber && !mayBecomeCardNumber(text)
      history.replaceState(history.state, '', isKept ? `?q=${encodeURIComponent(text)}` : location.pathname)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isCurrent])

  return { text, values: shown.values, isCurrent, error, type: (typed: string) => setText(typed.trim()) }
}
