import { useCallback, useState } from 'react'
import type { PasskeysValues } from '#contract/features/passkeys.ts'

/** Whether lost passkeys are going to be removed. Canceled: here, or since one was used. */
export type Removal = { kind: 'none' } | { kind: 'waits'; removesAt: string } | { kind: 'canceled' }

export function useRemoval(lost: PasskeysValues['lost']) {
  const [removal, setRemoval] = useState<Removal>(
    lost?.removesAt ? { kind: 'waits', removesAt: lost.removesAt } : { kind: 'none' },
  )

  const wait = (removesAt: string) => setRemoval({ kind: 'waits', removesAt })
  /** The server cancels a removal when a factor is shown or added. */
  const cancel = useCallback(
    () => setRemoval((shown) => (shown.kind === 'waits' ? { kind: 'canceled' } : shown)),
    [],
  )
  return { removal, wait, cancel }
}
