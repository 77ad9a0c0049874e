import { type ClipboardEvent, type DragEvent, useState } from 'react'

export const RETYPE_HINT = 'Please type this again. Copy, paste and cut are turned off here.'

/** A field that asks for the same thing twice is of use only when it is typed twice. The hint shows after a try. */
export function useRetyping(doNotCopyPast: boolean) {
  const [hint, setHint] = useState('')
  if (!doNotCopyPast) return { hint, handlers: {} }
  function refuse(event: ClipboardEvent | DragEvent) {
    event.preventDefault()
    setHint(RETYPE_HINT)
  }
  return { hint, handlers: { onCopy: refuse, onCut: refuse, onPaste: refuse, onDrop: refuse } }
}
