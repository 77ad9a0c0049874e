import { useRef, useState } from 'react'
import {
  DEVICES_LISTED,
  type Devices,
  deviceName,
  endOtherSessions,
  endSession,
  nameDevice,
  type SignedInDevice,
  type TrustedDevice,
} from '#contract/features/security.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useCall } from '#web/form/use-call.ts'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

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

  /** Both calls return the remaining list. */
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
      {/* Replaced each time it opens, not when it closes: only a dialog that stays restores the focus. */}
      <NameDialog key={namings} session={named} onName={name} onCancel={() => setNamed(undefined)} />
    </section>
  )
}

type SessionTableProps = {
  sessions: readonly SignedInDevice[]
  isBusy: boolean
  onName: (session: SignedInDevice) => void
  onEnd: (session: SignedInDevice) => void
}

function SessionTable({ sessions, isBusy, onName, onEnd }: SessionTableProps) {
  const isHydrated = useHydrated()
  return (
    <table className="table stacks account-people">
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">IP address</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last seen</th>
          <th scope="col">Option</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <DeviceCell device={session} />
            <td data-label="IP address">{session.address}</td>
            <td data-label="Signed in">{session.since}</td>
            <td data-label="Last seen">{session.is_this ? 'Now' : session.last_seen}</td>
            <td>
              <div className="cluster end">
                <Button
                  small
                  look="quiet"
                  disabled={!isHydrated}
                  label={`${session.name === '' ? 'Name' : 'Rename'} ${labelOf(session)}`}
                  onClick={() => onName(session)}
                >
                  {session.name === '' ? 'Name' : 'Rename'}
                </Button>
                {!session.is_this && (
                  <Button
                    small
                    look="quiet"
                    busy={isBusy}
                    label={`Sign out ${labelOf(session)}`}
                    onClick={() => onEnd(session)}
                  >
                    Sign out
                  </Button>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function labelOf(session: SignedInDevice): string {
  return session.is_this ? 'this device' : `${describeDevice(session)}, last seen ${session.last_seen}`
}

type NameDialogProps = {
  /** Open while set. */
  session: SignedInDevice | undefined
  onName: (
    session: SignedInDevice,
    name: string,
    onErrors: (errors: ServerErrors) => void,
  ) => Promise<TaskResult>
  onCancel: () => void
}

function NameDialog({ session, onName, onCancel }: NameDialogProps) {
  const form = useForm({
    fields: { name: configOf(deviceName, { value: session?.name ?? '' }) },
    needsScript: true,
  })
  return (
    <Dialog
      title="Name this device"
      size="question"
      open={session !== undefined}
      busy={form.isBusy}
      onClose={onCancel}
    >
      <Form form={form} onSubmit={({ name }) => session && onName(session, name, form.serverErrors)}>
        <TextField
          field={form.field('name')}
          hint="Such as “Work laptop” or “My phone”. Leave it empty to show the browser only."
        />
        <div className="cluster">
          <SubmitButton form={form}>Save</SubmitButton>
          <Button look="quiet" disabled={form.isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

type Device = Pick<TrustedDevice, 'name' | 'browser' | 'system' | 'is_this'>

/** The person's own name, with browser and system below: only these say what the device really is. */
export function DeviceCell({ device }: { device: Device }) {
  const { name, is_this } = device
  return (
    <th scope="row" data-label="Device">
      <span>
        <b>{name || browserAndSystem(device)}</b>
        {is_this && <span className="account-own">This one</span>}
        {name !== '' && <small>{browserAndSystem(device)}</small>}
      </span>
    </th>
  )
}

/** The same in one line, for the label of a button. */
export function describeDevice(device: Device): string {
  const { name } = device
  return name === '' ? browserAndSystem(device) : `${name} (${browserAndSystem(device)})`
}

function browserAndSystem({ browser, system }: Device): string {
  return system === '' ? browser : `${browser} on ${system}`
}
