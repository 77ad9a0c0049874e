import type { Passkey } from './calls.ts'

export type PasskeysValues = {
  email: string
  passkeys: Passkey[]
  /**
   * For someone who can confirm a change with nothing but a passkey: when the passkeys are removed because they were
   * lost, or null if nobody asked.
   */
  lost?: { removesAt: string | null } | undefined
  /** Where passkeys work, if not at the address of this page. */
  worksAt: string | null
}
