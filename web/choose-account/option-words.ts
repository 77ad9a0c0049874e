import type { AccountRow } from '#contract/accounts/account-row.ts'

/** What a page offers for an account. */
export type OptionLabel = 'Login' | 'Reset'

const toDo = { Login: 'Login to', Reset: 'Reset the password for', 'Sign Up': 'Sign Up for' } as const

/** What the button of a row says, and what it is called where the rest of the row is out of sight. */
export function optionOf(
  account: AccountRow,
  label: OptionLabel,
): { text: keyof typeof toDo; label: string } {
  const text = account.is_should_sign_up ? 'Sign Up' : label
  return { text, label: `${toDo[text]} ${account.company}, account number ${account.pin}` }
}
