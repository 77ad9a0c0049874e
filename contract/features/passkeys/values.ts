import type { Passkey } from './calls.ts'

export type PasskeysValues = {
  email: string
  /** Null for someone who can only pay or reactivate: they may say that they lost them, and nothing else. */
  passkeys: Passkey[] | null
  hasPasskeys: boolean
  /**
   * For someone who can confirm a change with nothing but a passkey: when the passkeys are removed because they were
   * lost, or null if nobody asked, and how long that would wait if somebody asked now.
   */
  lost?: { removesAt: string | null; waitHours: number } | undefined
  /** For someone who can only pay or reactivate, but needs no passkey for that: what confirms a change instead. */
  confirmsWith?: 'code' | 'password' | undefined
  /** Where passkeys work, if not at the address of this page. */
  worksAt: string | null
}
