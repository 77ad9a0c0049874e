import { useLayoutEffect, useRef, useState } from 'react'
import type { AccountRow } from '#contract/accounts/sign-in-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { AccountDialog, AccountTable, type OptionLabel, optionOf } from './AccountDialog.tsx'
import { rememberAccount } from './last-account.ts'

type PostedDialogProps = {
  email: string
  accounts: readonly AccountRow[]
  option: OptionLabel
  /** What the server needs to continue, besides the account number. */
  hidden: Readonly<Record<string, string>>
}

/**
 * The account choice for a form posted before hydration. It stays a plain form after hydration, so that rows
 * neither move nor change behavior while the person uses them.
 */
export function FormPostDialog({ email, accounts, option, hidden }: PostedDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const [chosenPin, setChosenPin] = useState('')
  const form = useRef<HTMLFormElement>(null)

  // Canceled before hydration: do not open it again.
  useLayoutEffect(() => {
    if (!form.current?.closest('dialog')?.open) setOpen(false)
  }, [])

  return (
    <AccountDialog
      open={isOpen}
      onClose={() => setOpen(false)}
      cancel={
        <form method="dialog">
          <Button small look="quiet" type="submit">
            Cancel
          </Button>
        </form>
      }
    >
      <form ref={form} method="post" encType="multipart/form-data">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <AccountTable
          accounts={accounts}
          option={(account) => {
            const { text, label } = optionOf(account, option)
            return (
              <Button
                small
                look={account.is_should_sign_up ? 'quiet' : 'primary'}
                label={label}
                type="submit"
                name="pin"
                value={account.pin}
                busy={account.pin === chosenPin}
                onClick={() => {
                  setChosenPin(account.pin)
                  if (!account.is_should_sign_up) rememberAccount(email, account.pin)
                }}
              >
                {text}
              </Button>
            )
          }}
        />
      </form>
    </AccountDialog>
  )
}
