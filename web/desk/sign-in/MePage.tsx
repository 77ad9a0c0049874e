import { useState } from 'react'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import {
  addDeskPasskey,
  endDeskSession,
  type MeValues,
  removeDeskPasskey,
  startDeskPasskey,
} from '#contract/desk/sign-in.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { useCall } from '#web/form/use-call.ts'
import { createPasskey } from '#web/passkeys/passkeys.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DeskLayout } from '../DeskLayout.tsx'

export function MePage({ values, operator }: DeskPageProps<'me'>) {
  return (
    <DeskLayout
      operator={operator}
      page="me"
      title="Your sign-in"
      lede={`You sign in as ${operator?.email ?? ''} with your password and a code of your authenticator app, or a passkey.`}
    >
      <Passkeys values={values} />
      <Sessions values={values} />
    </DeskLayout>
  )
}

function Passkeys({ values: { passkeys, offersPasskeys } }: { values: MeValues }) {
  const removal = useCall()
  const adding = useBusy()
  const [error, setError] = useState('')

  async function add() {
    setError('')
    const made = await makeDeskPasskey()
    if (made.kind === 'failed') setError(made.text)
    if (made.kind !== 'made') return undefined
    location.reload()
    return 'leaving' as const
  }

  return (
    <section className="desk-card" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      {[error, removal.error]
        .filter((text) => text !== '')
        .map((text) => (
          <Banner key={text} tone="bad">
            {text}
          </Banner>
        ))}
      {passkeys.length === 0 ? (
        <p className="desk-empty">
          You have no passkeys. A passkey takes the place of the code, not of the password.
        </p>
      ) : (
        <ul className="plain desk-list">
          {passkeys.map(({ id, name, made, lastUsed }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <p className="hint">
                  Made {formatUtcMoment(made)}
                  {lastUsed === null ? ', not used yet' : `, last used ${formatUtcMoment(lastUsed)}`}
                </p>
              </div>
              <Button
                look="quiet"
                small
                busy={removal.isBusy}
                label={`Remove ${name}`}
                onClick={() =>
                  removal.start(removeDeskPasskey, { passkey_id: id }, () => {
                    location.reload()
                    return 'leaving'
                  })
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {offersPasskeys ? (
        <Button look="quiet" small busy={adding.isBusy} onClick={() => void adding.run(add)}>
          Add a passkey
        </Button>
      ) : (
        <p className="hint">Passkeys cannot be made at this address.</p>
      )}
    </section>
  )
}

type Made = { kind: 'made' } | { kind: 'cancelled' } | { kind: 'failed'; text: string }

async function makeDeskPasskey(): Promise<Made> {
  const started = await send(startDeskPasskey, {})
  if (started.kind !== 'answered') return failed(errorsOf(started))
  const created = await createPasskey(started.answer.data.options)
  if (created.kind !== 'created') return created
  const added = await send(addDeskPasskey, { credential: created.credential })
  return added.kind === 'answered' ? { kind: 'made' } : failed(errorsOf(added))
}

function failed(errors: ReturnType<typeof errorsOf>): Made {
  return { kind: 'failed', text: errors === undefined ? messages.networkError : sentenceOf(errors) }
}

function Sessions({ values: { sessions } }: { values: MeValues }) {
  const { isBusy, error, start } = useCall()
  return (
    <section className="desk-card" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <ul className="plain desk-list">
        {sessions.map(({ id, device, ip, since, isThis }) => (
          <li key={id}>
            <div>
              <b>{device || 'Unknown device'}</b>
              <p className="hint">
                {ip}, since {formatUtcMoment(since)}
              </p>
            </div>
            {isThis ? (
              <span className="desk-tag">This session</span>
            ) : (
              <Button
                look="quiet"
                small
                busy={isBusy}
                label={`End the session on ${device || 'an unknown device'} since ${formatUtcMoment(since)}`}
                onClick={() =>
                  start(endDeskSession, { session_id: id }, () => {
                    location.reload()
                    return 'leaving'
                  })
                }
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
