import { type ClipboardEvent, type DragEvent, useState } from 'react'

const RETYPE_HINT = 'Please type this again. Copy, paste and cut are turned off here.'

/**
 * Asking for a value twice is useful only if it is typed twice. The hint appears after an attempt to paste.
 */
export function useRetyping(doNotCopyPast: boolean) {
  const [hint, setHint] = useState('')
  if (!doNotCopyPast) return { hint, handlers: {} }
  function refuse(event: ClipboardEvent | DragEvent) {
    event.preventDefault()
    setHint(RETYPE_HINT)
  }
  return { hint, handlers: { onCopy: refuse, onCut: refuse, onPaste: refuse, onDrop: refuse } }
}
