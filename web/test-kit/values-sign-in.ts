import type { AccountRow } from '#contract/accounts/sign-in-fields.ts'
import type { PageValues } from '#contract/page-values.ts'

/** The sign-in page of a desktop visitor without a query. */
export const signInValues: PageValues['sign-in'] = {
  systemStatus: 'Normal',
  email: '',
  loginMessage: 'Sign in to pick up where you left off.',
  isMobile: false,
  offersPasskeys: false,
}

/** One person's active account, past-due account and invitation. */
export const threeAccounts: AccountRow[] = [
  accountOf({ id: 1, company: 'Lakeview Homes', pin: '204611' }),
  accountOf({
    id: 2,
    company: 'Harbor Street Group',
    pin: '198220',
    status: 'Past due',
    status_id: 'past_due',
  }),
  accountOf({
    id: 3,
    company: 'Prairie Investors',
    pin: '310077',
    status: 'Free sign-up',
    status_id: 'free signup agent',
    is_should_sign_up: true,
  }),
]

export function accountOf(changes: Partial<AccountRow>): AccountRow {
  const { id = 1 } = changes
  return {
    id,
    company: `Company ${id}`,
    name: 'Priya Raman',
    pin: String(100_000 + id),
    status: 'Active',
    status_id: 'active',
    is_should_sign_up: false,
    ...changes,
  }
}
