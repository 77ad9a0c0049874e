import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog, DOUBLE_PRESS_MS } from '#web/ui/Dialog.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type AccountDialogProps = {
  open: boolean
  onClose: () => void
  /** The Cancel button; how it cancels is up to the caller. */
  cancel: ReactNode
  children: ReactNode
}

export function AccountDialog({ open, onClose, cancel, children }: AccountDialogProps) {
  const rows = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()

  // Most people want the first account, so it has the focus and Enter picks it.
  useEffect(() => {
    if (!isHydrated || !open || !rows.current) return
    rows.current.querySelector('button')?.focus()
    return ignoreDoubled(rows.current)
  }, [isHydrated, open])

  return (
    <Dialog
      title="Choose account"
      size="chooser"
      open={open}
      onClose={onClose}
      lede="This email is associated with multiple accounts. Please choose from the list below:"
      footer={cancel}
    >
      <div ref={rows}>{children}</div>
    </Dialog>
  )
}

/** The second of two quick presses of Enter, or a key that is still held down, was meant for the form before. */
function ignoreDoubled(rows: HTMLElement): () => void {
  let endsAt = performance.now() + DOUBLE_PRESS_MS
  function ignore(event: KeyboardEvent) {
    // Whoever moves to another account has seen the list.
    if (event.key !== 'Enter' && event.key !== ' ') endsAt = 0
    else if (event.repeat || performance.now() < endsAt) event.preventDefault()
  }
  rows.addEventListener('keydown', ignore)
  return () => rows.removeEventListener('keydown', ignore)
}
