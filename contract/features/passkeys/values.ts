import type { Passkey } from './calls.ts'

export type PasskeysValues = {
  email: string
  passkeys: Passkey[]
  /** Where passkeys work, if not at the address of this page. */
  worksAt: string | null
}
