import * as z from 'zod/mini'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { checkbox, exact, formChecks, note, shownDollars } from '#contract/wire/schema.ts'
import { FINGERPRINT_AT_MOST } from './fingerprint.ts'
import { billingRules, legacyCustomerRules, newCustomerRules } from './form-rules.ts'
import { legacyForms, legacyPaymentForm, newForms, newPaymentForm } from './forms.ts'
import { billingRegionRules, marketRegionRules } from './regions-of-order.ts'

const newCustomer = z.object({ ...newForms.emails_form, ...newForms.sign_up_form, ...newForms.customer_form })
const legacyCustomer = z.object({
  ...legacyForms.emails_form,
  ...legacyForms.sign_up_form,
  ...legacyForms.customer_form,
})

const orderShape = {
  /** In dollars, as shown to the customer. */
  total: shownDollars(ruleMessages.required),
  idempotency_key: z
    .string({ error: ruleMessages.required })
    .check(z.minLength(8, ruleMessages.minLength(8)), z.maxLength(64, ruleMessages.maxLength(64))),
  SEONPayload: exact(FINGERPRINT_AT_MOST, 'The device and browser fingerprint, base64'),
}

const originShape = {
  planName: note(200, 'The plan by name'),
  originPath: note(200, 'The page where the plan was built'),
}
const newOrder = z.object({ ...newCustomer.shape, ...newPaymentForm, ...orderShape, ...originShape })
const legacyOrder = z.object({ ...legacyCustomer.shape, ...legacyPaymentForm, ...orderShape })

const legacyRules = legacyCustomerRules('broker')

/** The bodies of call 5 by wizard, with what is needed to resume the sign-up. */
export const unfinished = {
  new: tagged(
    'new',
    z
      .object({ ...newCustomer.shape, ...originShape, same_billing_address: checkbox() })
      .check(...formChecks(newCustomerRules)),
  ),
  legacy: tagged('legacy', legacyCustomer.check(...formChecks([...legacyRules, ...marketRegionRules]))),
}

/** The bodies of call 6. */
export const submitted = {
  new: tagged(
    'new',
    newOrder.check(...formChecks([...newCustomerRules, ...billingRules, ...billingRegionRules])),
  ),
  legacy: tagged(
    'legacy',
    legacyOrder.check(
      ...formChecks([...legacyRules, ...billingRules, ...marketRegionRules, ...billingRegionRules]),
    ),
  ),
}

export type Wizard = 'new' | 'legacy'

/** Which wizard sent a body. The wire has no explicit marker; only the name fields differ. */
export function wizardOf(raw: object): Wizard {
  return 'full_name' in raw ? 'new' : 'legacy'
}

/** Tags a parsed body with its wizard. */
function tagged<Kind extends Wizard, Body extends z.ZodMiniType<object>>(wizard: Kind, body: Body) {
  return z.pipe(
    body,
    z.transform((form: z.output<Body>) => ({ ...form, wizard })),
  )
}
