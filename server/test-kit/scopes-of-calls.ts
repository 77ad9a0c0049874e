import { type AccountPageName, accountPages, type SessionScope } from '#contract/accounts/account-pages.ts'
import * as passkeys from '#contract/features/passkeys/calls.ts'
import * as secondFactor from '#contract/features/second-factor/calls.ts'
import * as security from '#contract/features/security/calls.ts'
import { pages } from '#contract/pages.ts'

const everywhere: SessionScope[] = ['account', 'billing', 'reactivation']
const address = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** What is open to people who can only pay or reactivate, beside the pages. Everything else needs a running account. */
const alsoOpenTo: Record<string, readonly SessionScope[]> = {
  'POST /account/sign-out/': everywhere,
  'POST /account/sign-out-everywhere/': everywhere,
  'GET /account/billing/bills/:number/bill.pdf': everywhere,
  'GET /account/billing/credit-notes/:number/credit-note.pdf': everywhere,
  'POST /rest/account/card/': everywhere,
  'POST /rest/account/pay/': everywhere,
  'GET /rest/account/balance/': everywhere,
  'POST /rest/account/cancel/': everywhere,
  'POST /rest/account/reactivate/': ['account', 'reactivation'],
  'POST /rest/account/reactivate/card/': ['account', 'reactivation'],
  'POST /rest/account/step-up/': everywhere,
  'POST /rest/account/step-up/passkey/': everywhere,
  [address(passkeys.recoverPasskeys)]: everywhere,
  [address(secondFactor.keepSecondFactor)]: everywhere,
  [address(security.askForEmail)]: everywhere,
  [address(security.stopEmailChange)]: everywhere,
  [address(security.testEmail)]: everywhere,
}

/** The session scopes that open an address of the account. */
export function scopesOf(name: string): readonly SessionScope[] {
  const names = Object.keys(accountPages) as AccountPageName[]
  const page = names.find((one) => `GET ${pages[one]}` === name)
  return page ? accountPages[page].scopes : (alsoOpenTo[name] ?? ['account'])
}
