import { type RefObject, useState } from 'react'
import { requestResume } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { send } from '#web/api.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useCancellable } from '#web/ui/use-cancellable.ts'

type UnfinishedWarningProps = {
  /** The email of the sign-up. Empty: the dialog is closed. */
  email: string
  lookUp: { stay: () => void; proceed: () => void }
  /** The form whose email was looked up. */
  form: RefObject<HTMLFormElement | null>
}

export function UnfinishedWarning({ email, lookUp, form }: UnfinishedWarningProps) {
  function stay() {
    lookUp.stay()
    // After the dialog has restored the focus, move it to the field to change.
    const field = form.current?.elements.namedItem('email')
    requestAnimationFrame(() => field instanceof HTMLInputElement && field.focus())
  }

  return (
    <Dialog
      title="Warning"
      open={email !== ''}
      onClose={stay}
      footer={
        <>
          <Button look="quiet" onClick={stay}>
            Cancel
          </Button>
          <Button onClick={lookUp.proceed}>Proceed</Button>
        </>
      }
    >
      <p>{messages.signUpUnfinished}</p>
      <p className="hint">
        Choose Proceed to start over with what you enter here, or Cancel to use another email.
      </p>
      {email !== '' && <ResumeOffer email={email} />}
    </Dialog>
  )
}

type Message = { tone: 'ok' | 'bad'; text: string }

/** Only someone who can read this email's inbox may get the typed values back, so the resume link is mailed. */
function ResumeOffer({ email }: { email: string }) {
  const [message, setMessage] = useState<Message>()
  const { isBusy, run } = useBusy()
  const requests = useCancellable()

  async function ask() {
    const signal = requests.begin()
    const outcome = await send(requestResume, { email }, { signal })
    if (outcome.kind === 'cancelled') return
    if (outcome.kind === 'answered') setMessage({ tone: 'ok', text: messages.resumeLinkSent })
    else
      setMessage({
        tone: 'bad',
        text: outcome.kind === 'failed' ? outcome.message : messageOf(outcome.errors),
      })
  }

  return (
    <div className="sign-up-resume">
      <p>Was that you? Continue where you left off, here or on another device.</p>
      <Button look="ghost" small busy={isBusy} onClick={() => void run(ask)}>
        {message?.tone === 'ok' ? 'Send it again' : 'Email me a link'}
      </Button>
      <p role="status" className={message?.tone === 'bad' ? 'err' : 'hint'}>
        {message?.text}
      </p>
    </div>
  )
}

function messageOf(errors: object | string): string {
  return typeof errors === 'string' ? errors : Object.values(errors).flat().join(' ')
}
