import { useState } from 'react'
import type { FindValues, FoundValues } from '#contract/desk/find/values.ts'
import { useFoundAsTyped } from '../use-found-as-typed.ts'

/** A card number does not go into the address, nor do its first digits, also among words: a phone number has fewer. */
function mayBecomeCardNumber(text: string): boolean {
  return /\d(?:[\s.-]{0,3}\d){11}/.test(text)
}

/** The Back button returns to what was typed last. */
function keepInAddress(text: string, values: FoundValues): void {
  const isKept = !values.wasCardNumber && !mayBecomeCardNumber(text)
  history.replaceState(history.state, '', isKept ? `?q=${encodeURIComponent(text)}` : location.pathname)
}

/** Results as one types, on the page of results. */
export function useFound({ text: given, ...values }: FindValues) {
  const [text, setText] = useState(given)
  const [first] = useState({ text: given, values })
  const found = useFoundAsTyped({ text, first, onFound: keepInAddress })
  return { text, ...found, type: (typed: string) => setText(typed.trim()) }
}
