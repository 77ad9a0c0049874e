import type { SentForm } from '#contract/accounts/sent-form.ts'

export type SecondStepValues = {
  /** How many recovery codes are left. */
  codesLeft: number
  /** Whether the person can use a passkey instead, at the address of this page. */
  hasPasskey: boolean
  /** When the factor is removed because it was lost, formatted in the account's time zone. Null: nobody asked. */
  removesAt: string | null
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
