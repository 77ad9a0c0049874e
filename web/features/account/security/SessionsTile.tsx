import { useRef, useState } from 'react'
import type { endSession, SignedInDevice } from '#contract/features/security/calls.ts'
import { endOtherSessionsAddress, endSessionAddress } from '#contract/features/security/endpoints.ts'
import type { Address } from '#contract/wire/address.ts'
import { send } from '#web/api.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SessionTable } from './SessionTable.tsx'

type SessionsTileProps = {
  sessions: readonly SignedInDevice[]
  onChange: (sessions: SignedInDevice[]) => void
}

export function SessionsTile({ sessions, onChange }: SessionsTileProps) {
  const [done, setDone] = useState('')
  const [wrong, setWrong] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const { isBusy, run } = useBusy()
  const hasOthers = sessions.length > 1

  function end(address: Address, body: { session_id?: number }, words: string) {
    void run(async () => {
      setDone('')
      setWrong('')
      const outcome = await send<typeof endSession>(address, body)
      if (outcome.kind === 'answered') {
        onChange(outcome.answer.data.sessions)
        setDone(words)
      } else if (outcome.kind === 'refused') setWrong(String(outcome.errors))
      else if (outcome.kind === 'failed') setWrong(outcome.message)
      // The button that was pressed may be gone.
      heading.current?.focus()
    })
  }

  return (
    <section className="tile whole" aria-labelledby="sessions">
      <div className="between">
        <h2 id="sessions" ref={heading} tabIndex={-1}>
          Where you are signed in
        </h2>
        {hasOthers && (
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={() => end(endOtherSessionsAddress, {}, 'Every other device was signed out.')}
          >
            Sign out all others
          </Button>
        )}
      </div>
      <div role="status">{done && <div className="banner ok">{done}</div>}</div>
      {wrong && <Banner tone="bad">{wrong}</Banner>}
      <SessionTable
        sessions={sessions}
        isBusy={isBusy}
        onEnd={(session) =>
          end(endSessionAddress, { session_id: session.id }, `${session.browser} was signed out.`)
        }
      />
      <p className="hint">
        One that you do not know? Sign it out, then change your password: whoever it is cannot come back.
      </p>
    </section>
  )
}
