import type { SentForm } from '#contract/accounts/sent-form.ts'

export type SecondStepValues = {
  /** How many recovery codes are left. */
  codesLeft: number
  /** The result of a form posted before hydration. `continueTo`: a page of a partner, which a form may not lead to. */
  sent?: Pick<SentForm, 'errors'> & { continueTo?: string }
}
