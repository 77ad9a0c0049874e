import { useRef, useState } from 'react'
import type { AccountRow } from '#contract/accounts/account-row.ts'
import { findAccounts } from '#contract/features/sign-in/calls.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { AccountChooser } from './AccountChooser.tsx'

/** What came of going on: away from this page, done here, or refused. */
export type GoneOn = 'leaving' | 'done' | { refused: ServerErrors }

type Choice<Values> = { email: string; accounts: readonly AccountRow[]; values: Values }

/**
 * Look up who the email belongs to, let the person choose when there is a choice, then go on: the first half
 * of signing in, of asking for a new password and of letting a partner in.
 */
export function useAccountChoice<Values extends Record<string, string> & { email: string }>(
  form: Pick<FormHandle<string>, 'run' | 'serverErrors' | 'isBusy'>,
  goOn: (values: Values, pin: string, signal: AbortSignal) => Promise<GoneOn>,
) {
  const [choice, setChoice] = useState<Choice<Values>>()
  const [chosenPin, setChosenPin] = useState('')
  const underWay = useRef(new AbortController())

  async function lookUp(values: Values): Promise<TaskResult> {
    const found = await send(findAccounts, { email: values.email })
    if (found.kind === 'answered') {
      const accounts = found.answer.login_data_list
      // None may also come as null.
      if (!Array.isArray(accounts) || accounts.length <= 1) return proceed(values, '')
      await AccountChooser.fetch().then(
        () => setChoice({ email: values.email, accounts, values }),
        () => form.serverErrors(messages.networkError),
      )
    } else form.serverErrors(errorsOf(found) ?? messages.networkError)
    return undefined
  }

  async function proceed(values: Values, pin: string): Promise<TaskResult> {
    const { signal } = underWay.current
    const gone = await goOn(values, pin, signal)
    if (gone === 'leaving') return gone
    if (signal.aborted) return undefined
    setChoice(undefined)
    if (gone !== 'done') form.serverErrors(gone.refused)
    return undefined
  }

  function choose({ pin }: AccountRow) {
    if (!choice) return
    void form.run(() => {
      setChosenPin(pin)
      return proceed(choice.values, pin)
    })
  }

  function cancel() {
    underWay.current.abort()
    underWay.current = new AbortController()
    setChoice(undefined)
  }

  // The choice waits with the password in its hands: whoever leaves takes both away.
  useLeaving(cancel)

  const busyPin = form.isBusy && choice ? chosenPin : undefined
  return { lookUp, chooser: { choice, busyPin, onChoose: choose, onCancel: cancel } }
}
