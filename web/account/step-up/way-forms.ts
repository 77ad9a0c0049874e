import type { ComponentType } from 'react'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { CodeForm } from './CodeForm.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import type { WayFormProps } from './way-form.ts'

type WayForm = { Form: ComponentType<WayFormProps>; offer: string }

/** What each way asks for, and how it is offered beside another one. */
const wayForms: Record<StepUpWay, WayForm> = {
  passkey: { Form: PasskeyForm, offer: 'Use your passkey instead' },
  code: { Form: CodeForm, offer: 'Use your authenticator app instead' },
  password: { Form: PasswordForm, offer: 'Use your password instead' },
}

/** The ways that this page can ask for, in the same order. */
export function formsOf(ways: readonly StepUpWay[]): (WayForm & { way: StepUpWay })[] {
  return ways.map((way) => ({ way, ...wayForms[way] }))
}
