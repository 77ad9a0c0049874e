import * as signInMessages from '#contract/accounts/sign-in-messages.ts'
import type { SignInBanner } from '#contract/features/sign-in/values.ts'
import * as fields from '#contract/fields/person.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import * as partnerMessages from '#contract/partners/messages.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { type Field, written } from '#contract/wire/field.ts'
import type { Query } from '#contract/wire/query.ts'
import { complaintOf } from '#contract/wire/rules.ts'

/** The banner for the `status` in the sign-in page's URL. An unknown status shows none. */
export function bannerOf(query: Query, { brandName, tollFreeNumber }: Provider): SignInBanner | undefined {
  switch (query.status) {
    case 'registered':
      return {
        tone: 'ok',
        text: `Success! Your account is currently being set up. This can take 5-10 minutes, please wait for your confirmation e-mail to log into ${brandName}.`,
      }
    case 'busy.active':
      return {
        tone: 'warn',
        text: `Oops! It appears you currently have an Active account${numberIn(query)}. Please enter your password to login.`,
      }
    case 'logged_out_as_fraud':
      return {
        tone: 'bad',
        text: `Your account has been cancelled for a chargeback or disputed charge, fraudulent charges, or unacceptable usage. Please contact our support team by phone. ${tollFreeNumber}`,
      }
    case 'subscription_canceled':
      return {
        tone: 'warn',
        text: partnerMessages.accountSuspended(brandName),
      }
    case 'session_ended':
      return { tone: 'info', text: signInMessages.sessionEnded }
    case 'email':
      return { tone: 'bad', text: 'Invalid login/password' }
    default:
      return undefined
  }
}

function numberIn(query: Query): string {
  const { pin } = extraDataOf(query)
  return pin === '' ? '' : ` under Account Number ${pin}`
}

/** JSON in the URL, which anyone may have written: only an email and an account number are read from it. */
export function extraDataOf({ extraData }: Query): { email: string; pin: string } {
  try {
    const { email, pin } = (JSON.parse(extraData ?? '{}') ?? {}) as Record<string, unknown>
    return { email: valueFor(fields.email, email), pin: valueFor(accountNumber, pin) }
  } catch {
    return { email: '', pin: '' }
  }
}

/** Only values that the field itself would accept, so that a link cannot put text of its own on our page. */
function valueFor(field: Field, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const kept = written(String(value), field)
  return complaintOf(kept, field.validation) === undefined ? kept : ''
}
