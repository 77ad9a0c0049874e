import { useEffect, useState } from 'react'
import { find } from '#contract/desk/find/calls.ts'
import type { FoundValues } from '#contract/desk/find/values.ts'
import { errorsOf, sendOnce } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'

const PAUSE_MS = 180

type Shown = { text: string; values: FoundValues }
type Asked = {
  text: string
  /** What the page was opened with. */
  first: Shown
  /** False where too little was typed. */
  isAsked?: boolean
  onFound?: (text: string, values: FoundValues) => void
}

/** Results as one types. The answer to the last text is shown, however late those to earlier ones come. */
export function useFoundAsTyped({ text, first, isAsked = true, onFound }: Asked) {
  const [shown, setShown] = useState(first)
  const [error, setError] = useState('')
  const isCurrent = shown.text === text

  useEffect(() => {
    if (isCurrent || !isAsked) return
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
      onFound?.(text, values)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isCurrent, isAsked, onFound])

  return { values: shown.values, isCurrent, error }
}
