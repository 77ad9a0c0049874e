import { useState } from 'react'
import { requestResume } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { send } from '#web/api.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { useCancellable } from '#web/ui/use-cancellable.ts'

type Said = { tone: 'ok' | 'bad'; text: string }

/**
 * Only someone who can read this email's inbox may get the typed values back, so the resume link is mailed.
 */
export function ResumeOffer({ email }: { email: string }) {
  const [said, setSaid] = useState<Said>()
  const { isBusy, run } = useBusy()
  const requests = useCancellable()

  async function ask() {
    const signal = requests.begin()
    const outcome = await send(requestResume, { email }, { signal })
    if (outcome.kind === 'cancelled') return
    if (outcome.kind === 'answered') setSaid({ tone: 'ok', text: messages.resumeLinkSent })
    else
      setSaid({ tone: 'bad', text: outcome.kind === 'failed' ? outcome.message : messageOf(outcome.errors) })
  }

  return (
    <div className="sign-up-resume">
      <p>Was that you? Continue where you left off, here or on another device.</p>
      <Button look="ghost" small busy={isBusy} onClick={() => void run(ask)}>
        {said?.tone === 'ok' ? 'Send it again' : 'Email me a link'}
      </Button>
      <p role="status" className={said?.tone === 'bad' ? 'err' : 'hint'}>
        {said?.text}
      </p>
    </div>
  )
}

function messageOf(errors: object | string): string {
  return typeof errors === 'string' ? errors : Object.values(errors).flat().join(' ')
}
