import { useRef, useState } from 'react'
import {
  DEVICES_LISTED,
  type Devices,
  endOtherSessions,
  endSession,
  nameDevice,
  type SignedInDevice,
} from '#contract/features/security.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { makeCall } from '#web/form/make-call.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { NameDialog } from './NameDialog.tsx'
import { SessionTable } from './SessionTable.tsx'

type SessionsTileProps = {
  sessions: readonly SignedInDevice[]
  onChange: (devices: Devices) => void
}

export function SessionsTile({ sessions, onChange }: SessionsTileProps) {
  const [done, setDone] = useState('')
  const [named, setNamed] = useState<SignedInDevice>()
  const [namings, setNamings] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button may have been removed.
  const { isBusy, error, start } = useCall({ onSettled: () => heading.current?.focus() })
  const hasOthers = sessions.length > 1

  /** Both calls return what is left. */
  function ended(text: string) {
    setDone('')
    return ({ data }: AnswerOf<typeof endSession>) => {
      onChange(data)
      setDone(text)
    }
  }

  function askForName(session: SignedInDevice) {
    setDone('')
    setNamed(session)
    setNamings(namings + 1)
  }

  function name({ id }: SignedInDevice, name: string, onErrors: (errors: ServerErrors) => void) {
    return makeCall(
      nameDevice,
      { session_id: id, name },
      {
        onAnswer: ({ data }) => {
          onChange(data)
          const saved = data.sessions.find((session) => session.id === id)?.name
          setDone(saved ? `The device is now called “${saved}”.` : 'The device has no name now.')
          setNamed(undefined)
        },
        onErrors,
      },
    )
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
        onName={askForName}
        onEnd={(session) =>
          start(
            endSession,
            { session_id: session.id },
            ended(`${session.name || session.browser} was signed out.`),
          )
        }
      />
      {sessions.length >= DEVICES_LISTED && (
        <p className="hint">{`At most ${DEVICES_LISTED} are listed: those that you used last.`}</p>
      )}
      <p className="hint">If you do not recognize a device, sign it out, then change your password.</p>
      {/* Another one each time it opens, not when it closes: only a dialog that stays gives the focus back. */}
      <NameDialog key={namings} session={named} onName={name} onCancel={() => setNamed(undefined)} />
    </section>
  )
}
