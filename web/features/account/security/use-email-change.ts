import { useState } from 'react'

/** Ended: a new password has ended it, as whoever asked for it may have known only the former one. */
export type EmailChange = { kind: 'none' | 'canceled' | 'ended' } | { kind: 'waits'; email: string }

export function useEmailChange(waiting: string | null) {
  return useState<EmailChange>(waiting === null ? { kind: 'none' } : { kind: 'waits', email: waiting })
}
