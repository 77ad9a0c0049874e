import type { ReactNode } from 'react'
import type { AccountRow } from '#contract/accounts/account-row.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

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
