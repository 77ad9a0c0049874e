import type { AccountRow } from '#contract/accounts/account-row.ts'

/** The action a page offers for an account. */
export type OptionLabel = 'Login' | 'Reset'

const toDo = { Login: 'Login to', Reset: 'Reset the password for', 'Sign Up': 'Sign Up for' } as const

/** The label of a row's button, and its accessible name, which includes the account. */
export function optionOf(
  account: AccountRow,
  label: OptionLabel,
): { text: keyof typeof toDo; label: string } {
  const text = account.is_should_sign_up ? 'Sign Up' : label
  return { text, label: `${toDo[text]} ${account.company}, account number ${account.pin}` }
}
