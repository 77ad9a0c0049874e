import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { type CustomerValues, isSameCustomer } from './customer-fields.ts'

/** The new wizard as it stands, beside its two forms. It changes through `reduceNew` alone. */
export type NewWizard = {
  step: 1 | 2
  /** Step two stays in the page once it was open, hidden, with what was typed in it. */
  hasSeenBilling: boolean
  /** Step one as it was when it was left: with anything else in it, step two is not opened. */
  filled: CustomerValues | undefined
  /** The page was left and came back: its secrets are gone. */
  hasForgotten: boolean
}

export type NewEvent =
  /** The address bar says where to go: by Back, Forward, or coming back to the page. */
  | { kind: 'path'; path: string; customer: CustomerValues }
  | { kind: 'customer done'; customer: CustomerValues }
  | { kind: 'back to customer' }
  | { kind: 'refused'; errors: ServerErrors }
  | { kind: 'page left'; customer: CustomerValues }
  | { kind: 'paid' }

export const startNew: NewWizard = { step: 1, hasSeenBilling: false, filled: undefined, hasForgotten: false }

export function reduceNew(wizard: NewWizard, event: NewEvent): NewWizard {
  switch (event.kind) {
    case 'path': {
      const mayPay = isSameCustomer(wizard.filled, event.customer)
      return opened(wizard, event.path.endsWith('step-2') && mayPay ? 2 : 1)
    }
    case 'customer done':
      return opened({ ...wizard, filled: event.customer, hasForgotten: false }, 2)
    case 'back to customer':
      return opened(wizard, 1)
    case 'refused':
      return opened(wizard, sortErrors(event.errors).ofCustomer ? 1 : 2)
    case 'page left': {
      const hadSecrets = wizard.filled !== undefined || event.customer.password !== ''
      return { ...wizard, filled: undefined, hasForgotten: wizard.hasForgotten || hadSecrets }
    }
    case 'paid':
      return { ...wizard, filled: undefined }
  }
}

/** What a refusal says of which step. A sentence about no field is told where the payment was asked for. */
export function sortErrors(errors: ServerErrors): { ofCustomer?: FieldErrors; ofBilling?: ServerErrors } {
  if (typeof errors === 'string') return { ofBilling: errors }
  const { emails_form, sign_up_form, customer_form, ...ofBilling } = errors as GroupedErrors
  const ofCustomer = { ...emails_form, ...sign_up_form, ...customer_form }
  return {
    ...(Object.keys(ofCustomer).length > 0 && { ofCustomer }),
    ...(Object.keys(ofBilling).length > 0 && { ofBilling }),
  }
}

function opened(wizard: NewWizard, step: NewWizard['step']): NewWizard {
  return { ...wizard, step, hasSeenBilling: wizard.hasSeenBilling || step === 2 }
}
