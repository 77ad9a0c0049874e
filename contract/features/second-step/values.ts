import type { SentForm } from '#contract/accounts/sent-form.ts'

/** Whose password was typed, for which account. */
export type SignedInTo = { email: string; company: string; pin: string }

export type SecondStepValues = {
  account: SignedInTo
  /** False: the person has passkeys only. */
  hasApp: boolean
  /** How many recovery codes are left. */
  codesLeft: number
  /** Whether the person can use a passkey instead, at the address of this page. */
  hasPasskey: boolean
  /** When the factor is removed because it was lost, formatted in the account's time zone. Null: nobody asked. */
  removesAt: string | null
  /** How long it would wait if somebody asked now. */
  waitHours: number
  /** The result of a form posted before hydration. `continueTo`: a page of a partner, which a form may not lead to. */
  sent?: Pick<SentForm, 'errors'> & { continueTo?: string }
}

export type KeepSecondFactorValues = {
  linkToken: string
  isOpen: boolean
  /** What would be removed. */
  what: 'second-factor' | 'passkeys'
  sent?: Pick<SentForm, 'errors'> & { isDone?: boolean }
}

export type SecondFactorDemandValues = {
  state: /** Someone is signed in, but the session opens nothing before a factor is set up, and that begins with a password. */
    | { kind: 'paused'; signInPath: string }
    | { kind: 'asks'; account: SignedInTo }
    | { kind: 'scan'; account: SignedInTo; key: string; qrCode: string }
    | { kind: 'codes'; codes: string[] }
    /** Set up, but not gone on yet. The codes were shown before. */
    | { kind: 'on' }
    /** No longer required since the password was typed. */
    | { kind: 'optional' }
    /** To a page of a partner, which a form may not lead to. */
    | { kind: 'leaves'; continueTo: string }
  sent?: Pick<SentForm, 'errors'>
}
