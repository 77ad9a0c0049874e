import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type FoundRow, type FoundValues, find, foundKinds } from '#contract/desk/find.ts'
import { errorsOf, sendOnce } from '#web/api.ts'
import { sentenceOf } from '#web/form/refusal.ts'

/** One or two characters match everything, and cost the most. */
const LEAST_CHARACTERS = 3
const SHOWN_AT_MOST = 8
const nothing: FoundValues = {
  groups: [],
  opens: null,
  isCutShort: false,
  errorNumber: null,
  wasCardNumber: false,
}
const first = { text: '', values: nothing }

type FindOption = { key: string; href: string; row: FoundRow | null; kind: string }

/** The list under the find box: the results for the text, and the one chosen by arrow keys. */
export function useFindList() {
  const [text, setText] = useState('')
  const [isWanted, setWanted] = useState(false)
  const [active, setActive] = useState(-1)
  const isAsked = text.replaceAll(/\s/g, '').length >= LEAST_CHARACTERS
  const { values, isCurrent, error } = useFoundAsTyped({ text, first, isAsked })
  const isOpen = isWanted && isAsked
  const options = isOpen && isCurrent ? optionsOf(values, text) : []

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    setText(target.value.trim())
    setWanted(true)
    setActive(-1)
  }

  function close() {
    setWanted(false)
    setActive(-1)
  }

  function move(step: 1 | -1) {
    setWanted(true)
    // Beyond either end, the text itself is chosen again.
    const places = options.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }

  function press(event: KeyboardEvent) {
    const chosen = options[active]
    if (event.key === 'ArrowDown' && isAsked) move(1)
    else if (event.key === 'ArrowUp' && isOpen) move(-1)
    else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && chosen) location.assign(chosen.href)
    else return
    event.preventDefault()
  }

  const count = options.filter(({ row }) => row).length
  return { isOpen, isCurrent, error, values, text, options, active, count, type, press, close }
}

const PAUSE_MS = 180

type ShownResults = { text: string; values: FoundValues }
type FindOptions = {
  text: string
  /** What the page was opened with. */
  first: ShownResults
  /** False if too little was typed. */
  isAsked?: boolean
  onFound?: (text: string, values: FoundValues) => void
}

/** Results as one types. Shows the answer to the latest text, however late earlier ones arrive. */
export function useFoundAsTyped({ text, first, isAsked = true, onFound }: FindOptions) {
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

/** All results with a page, and finally the results page. */
function optionsOf({ groups }: FoundValues, text: string): FindOption[] {
  const found = groups.flatMap(({ kind, rows }) =>
    rows.flatMap((row) =>
      row.href === null ? [] : [{ key: `${kind} ${row.key}`, href: row.href, row, kind: foundKinds[kind] }],
    ),
  )
  const all = `${deskPages.find.path}?q=${encodeURIComponent(text)}`
  return groups.length === 0
    ? []
    : [...found.slice(0, SHOWN_AT_MOST), { key: 'all', href: all, row: null, kind: '' }]
}
