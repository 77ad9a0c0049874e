import type { SentForm } from '#contract/accounts/sent-form.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { send } from '#web/api.ts'
import { type GoneOn, useAccountChoice } from '#web/choose-account/use-account-choice.ts'
import { configOf } from '#web/form/field-config.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'

/** Without a password: with a passkey. The form itself accepts no empty one. */
type Credentials = { email: string; password: string }

type SignInDescription = {
  email: string
  errors: SentForm['errors']
  isMobileRetry: boolean
  /** The account page the person asked for; the server decides whether to go there. */
  next: string | undefined
  onRefused: () => void
}

export function useSignIn({ email, errors, isMobileRetry, next, onRefused }: SignInDescription) {
  const form = useForm({
    fields: { email: configOf(loginEmail, { value: email }), password: configOf(loginPassword) },
    errors,
  })

  async function enter(credentials: Credentials, pin: string, signal: AbortSignal): Promise<GoneOn> {
    const { email, password } = credentials
    if (password === '') {
      const { enterWithPasskey } = await import('./enter-with-passkey.ts')
      return enterWithPasskey({ email, pin, isMobileRetry, next }, signal)
    }
    const optional = { ...(pin !== '' && { pin }), ...(next && { next }) }
    // What is said about the device is fetched with the first sign-in. Without it, the server sees less, and that is all.
    const device = await import('./device.ts').catch(() => undefined)
    const body = { ...credentials, ...optional, mobile_retry: isMobileRetry, ...device?.deviceFields() }
    const outcome = await send(signIn, body, { signal })
    if (outcome.kind === 'answered' && leaveFor(outcome.answer.data.redirect_url)) return 'leaving'
    if (outcome.kind !== 'cancelled') onRefused()
    return { refused: outcome.kind === 'refused' ? outcome.errors : messages.networkError }
  }

  const { lookUp, proceed, chooser } = useAccountChoice(form, enter)
  const { isBusy, run } = useBusy()

  /** The account is chosen first if the email was typed; otherwise the browser lists the passkeys it has. */
  function byPasskey() {
    const typed = { email: form.values.email, password: '' }
    void run(() => (form.state.fields.email.valid && typed.email ? lookUp(typed) : proceed(typed, '')))
  }

  return { form, lookUp, chooser, passkey: { isBusy, byPasskey } }
}
