import { useMemo } from 'react'
import type { AccountRow } from '#contract/accounts/sign-in-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { AccountDialog, AccountTable, type OptionLabel, optionOf } from './AccountDialog.tsx'
import { lastAccountOf, putFirst, rememberAccount } from './last-account.ts'

type AccountChooserProps = {
  /** Open while set. */
  choice: { email: string; accounts: readonly AccountRow[] } | undefined
  option: OptionLabel
  /** The account that is being processed. */
  busyPin: string | undefined
  onChoose: (account: AccountRow) => void
  onCancel: () => void
}

/** Asks which account is meant if several share an email. */
export function ChooserDialog({ choice, option, busyPin, onChoose, onCancel }: AccountChooserProps) {
  const lastPin = useMemo(() => choice && lastAccountOf(choice.email), [choice])

  function choose(account: AccountRow) {
    if (account.is_should_sign_up) return location.assign('/sign-up/')
    if (choice) rememberAccount(choice.email, account.pin)
    onChoose(account)
  }

  return (
    <AccountDialog
      open={choice !== undefined}
      onClose={onCancel}
      cancel={
        <Button small look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <AccountTable
        accounts={putFirst(choice?.accounts ?? [], lastPin)}
        lastPin={lastPin}
        option={(account) => {
          const { text, label } = optionOf(account, option)
          return (
            <Button
              small
              look={account.is_should_sign_up ? 'quiet' : 'primary'}
              label={label}
              busy={account.pin === busyPin}
              onClick={() => choose(account)}
            >
              {text}
            </Button>
          )
        }}
      />
    </AccountDialog>
  )
}
