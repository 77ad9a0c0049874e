import type { ReactNode } from 'react'
import type { AccountRow } from '#contract/accounts/sign-in-fields.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

type AccountDialogProps = {
  open: boolean
  onClose: () => void
  /** The Cancel button; how it cancels is up to the caller. */
  cancel: ReactNode
  children: ReactNode
}

/** The initial focus stays on the title, so that the second of two quick presses of Enter chooses no account. */
export function AccountDialog({ open, onClose, cancel, children }: AccountDialogProps) {
  return (
    <Dialog
      title="Choose account"
      size="chooser"
      open={open}
      onClose={onClose}
      lede="This email is associated with multiple accounts. Please choose from the list below:"
      footer={cancel}
    >
      {children}
    </Dialog>
  )
}

const columns = ['Company', 'Owner Name', 'Account Number', 'Status', 'Option'] as const

type AccountTableProps = {
  accounts: readonly AccountRow[]
  /** The account last used on this device. */
  lastPin?: string | undefined
  /** The button for an account. */
  option: (account: AccountRow) => ReactNode
}

export function AccountTable({ accounts, lastPin, option }: AccountTableProps) {
  return (
    <table className="table stacks choose-account-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <th scope="row" data-label="Company">
              <span>
                {account.company}
                {account.pin === lastPin && (
                  <span className="choose-account-last">Last used on this device</span>
                )}
              </span>
            </th>
            <td data-label="Owner Name">{account.name}</td>
            <td data-label="Account Number">{account.pin}</td>
            <td data-label="Status">
              <StatusBadge statusId={account.status_id} text={account.status} />
            </td>
            <td>{option(account)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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
