import { useState } from 'react'
import { askForEmail, stopEmailChange } from '#contract/features/security.ts'
import { email } from '#contract/fields/person.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useCall } from '#web/form/use-call.ts'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'

type EmailTileProps = { email: string; change: EmailChange; onChange: (change: EmailChange) => void }

/** A change is requested here, and confirmed by a link mailed to the new email. */
export function EmailTile({ email, change, onChange }: EmailTileProps) {
  const [presses, setPresses] = useState(0)
  const heading = useFocusOnChange(presses)

  function show(next: EmailChange) {
    onChange(next)
    setPresses(presses + 1)
  }

  return (
    <section className="tile" aria-labelledby="email">
      <h2 id="email" ref={heading} tabIndex={-1}>
        Change your email
      </h2>
      <p className="hint">
        You sign in with <b>{email}</b>, and we send our emails there.
      </p>
      <div role="status">
        {change.kind === 'waits' && (
          <div className="banner">
            {`We sent a link to ${change.email}. Open it within a day to confirm. Until then, nothing changes.`}
          </div>
        )}
        {change.kind === 'canceled' && (
          <div className="banner ok">Change canceled. Your email stays the same.</div>
        )}
        {change.kind === 'ended' && (
          <div className="banner">
            Your new password canceled the change of your email. To change it, ask for a new link.
          </div>
        )}
      </div>
      {change.kind === 'waits' ? (
        <StopButton onStopped={() => show({ kind: 'canceled' })} />
      ) : (
        <EmailForm onAsked={(request) => show({ kind: 'waits', email: request })} />
      )}
    </section>
  )
}

/** A new password cancels it, as the requester may have known only the former one. */
type EmailChange = { kind: 'none' | 'canceled' | 'ended' } | { kind: 'waits'; email: string }

export function useEmailChange(waiting: string | null) {
  return useState<EmailChange>(waiting === null ? { kind: 'none' } : { kind: 'waits', email: waiting })
}

function StopButton({ onStopped }: { onStopped: () => void }) {
  const { isBusy, error, start } = useCall()
  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster">
        <Button look="quiet" busy={isBusy} onClick={() => start(stopEmailChange, {}, onStopped)}>
          Cancel this change
        </Button>
      </div>
    </>
  )
}

function EmailForm({ onAsked }: { onAsked: (email: string) => void }) {
  const form = useForm({
    fields: { email: configOf(email, { label: 'New email' }) },
    needsScript: true,
  })

  function ask(request: Values<'email'>) {
    return makeCall(askForEmail, request, {
      onAnswer: () => onAsked(request.email),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={ask}>
      <TextField field={form.field('email')} inputMode="email" autoComplete="email" />
      <div className="cluster">
        <SubmitButton form={form}>Send the link</SubmitButton>
      </div>
    </Form>
  )
}
