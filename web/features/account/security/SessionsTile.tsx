import { useRef, useState } from 'react'
import { endOtherSessions, endSession, type SignedInDevice } from '#contract/features/security/calls.ts'
import { SESSIONS_LISTED } from '#contract/features/security/values.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SessionTable } from './SessionTable.tsx'

type SessionsTileProps = {
  sessions: readonly SignedInDevice[]
  onChange: (sessions: SignedInDevice[]) => void
}

export function SessionsTile({ sessions, onChange }: SessionsTileProps) {
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button may have been removed.
  const { isBusy, error, start } = useCall({ onSettled: () => heading.current?.focus() })
  const hasOthers = sessions.length > 1

  /** Both calls return the remaining sessions. */
  function ended(text: string) {
    setDone('')
    return ({ data }: AnswerOf<typeof endSession>) => {
      onChange(data.sessions)
      setDone(text)
    }
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
            onClick={() => start(endOtherSessions, {}, ended('All other devices were signed out.'))}
          >
            Sign out all others
          </Button>
        )}
      </div>
      <div role="status">{done && <div className="banner ok">{done}</div>}</div>
      {error && <Banner tone="bad">{error}</Banner>}
      <SessionTable
        sessions={sessions}
        isBusy={isBusy}
        onEnd={(session) =>
          start(endSession, { session_id: session.id }, ended(`${session.browser} was signed out.`))
        }
      />
      {sessions.length >= SESSIONS_LISTED && (
        <p className="hint">{`At most ${SESSIONS_LISTED} are listed: those that you used last.`}</p>
      )}
      <p className="hint">If you do not recognize a device, sign it out, then change your password.</p>
    </section>
  )
}
