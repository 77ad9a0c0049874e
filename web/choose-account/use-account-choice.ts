import { useRef, useState } from 'react'
import type { AccountRow } from '#contract/accounts/sign-in-fields.ts'
import { findAccounts } from '#contract/features/sign-in.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { AccountChooser } from './choosers.ts'

/** The result of continuing: leaving this page, done here, or refused. */
export type GoneOn = 'leaving' | 'done' | { refused: ServerErrors }

type Choice<Values> = { email: string; accounts: readonly AccountRow[]; values: Values }

/**
 * Looks up the accounts of an email, lets the person choose if there are several, then continues: the first
 * half of signing in, requesting a password reset and connecting a partner.
 */
export function useAccountChoice<Values extends Record<string, string> & { email: string }>(
  form: Pick<FormHandle<string>, 'run' | 'serverErrors' | 'isBusy'>,
  goOn: (values: Values, pin: string, signal: AbortSignal) => Promise<GoneOn>,
) {
  const [choice, setChoice] = useState<Choice<Values>>()
  const [chosenPin, setChosenPin] = useState('')
  const underWay = useRef(new AbortController())

  async function lookUp(values: Values): Promise<TaskResult> {
    const { signal } = underWay.current
    const found = await send(findAccounts, { email: values.email }, { signal })
    // The page was left: people who return to it start over.
    if (signal.aborted) return undefined
    if (found.kind === 'answered') {
      const accounts = found.answer.login_data_list
      // The list may also be null.
      if (!Array.isArray(accounts) || accounts.length <= 1) return proceed(values, '')
      await AccountChooser.fetch().then(
        () => {
          if (!signal.aborted) setChoice({ email: values.email, accounts, values })
        },
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

  // The pending choice holds the password: drop both when the page is left.
  useLeaving(cancel)

  const busyPin = form.isBusy && choice ? chosenPin : undefined
  return { lookUp, proceed, chooser: { choice, busyPin, onChoose: choose, onCancel: cancel } }
}
