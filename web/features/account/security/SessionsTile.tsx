import { useRef, useState } from 'react'
import { endOtherSessions, endSession, type SignedInDevice } from '#contract/features/security/calls.ts'
import { type Outcome, send } from '#web/api.ts'
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

  function end(sent: () => Promise<Outcome<typeof endSession>>, words: string) {
    void run(async () => {
      setDone('')
      setWrong('')
      const outcome = await sent()
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
            onClick={() => end(() => send(endOtherSessions, {}), 'Every other device was signed out.')}
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
          end(() => send(endSession, { session_id: session.id }), `${session.browser} was signed out.`)
        }
      />
      <p className="hint">
        One that you do not know? Sign it out, then change your password: whoever it is cannot come back.
      </p>
    </section>
  )
}
