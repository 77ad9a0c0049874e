import { useState } from 'react'
import { confirmDeskPasskey, startDeskPasskeyStep } from '#contract/desk/sign-in/calls.ts'
import { nextOr } from '#contract/desk/sign-in/next-page.ts'
import type { Call } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, type Outcome, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'
import { type TaskResult, useBusy } from '#web/form/use-busy.ts'
import { leaveFor } from '#web/leave-for.ts'
import { getPasskey } from '#web/passkeys/get-passkey.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Instead of a code. */
export function PasskeyStep({ next }: { next: string | undefined }) {
  const { isBusy, run } = useBusy()
  const [error, setError] = useState('')
  const isHydrated = useHydrated()

  async function confirm(): Promise<TaskResult> {
    setError('')
    const started = await send(startDeskPasskeyStep, {})
    if (started.kind !== 'answered') return complain(started)
    const got = await getPasskey(started.answer.data.options)
    if (got.kind === 'failed') setError(got.text)
    if (got.kind !== 'given') return undefined
    const outcome = await send(confirmDeskPasskey, { credential: got.credential })
    if (outcome.kind === 'answered' && leaveFor(nextOr(outcome.answer.data.redirect_url, next)))
      return 'leaving'
    return complain(outcome)
  }

  function complain(outcome: Outcome<Call>): undefined {
    setError(sentenceOf(errorsOf(outcome) ?? messages.networkError))
  }

  return (
    <div className="stack">
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <Button look="quiet" busy={isBusy} disabled={!isHydrated} onClick={() => void run(confirm)}>
        Use a passkey
      </Button>
    </div>
  )
}
