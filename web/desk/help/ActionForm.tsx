import { useEffect, useRef, useState } from 'react'
import { reason } from '#contract/desk/desk-call.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as calls from '#contract/desk/help.ts'
import {
  type Action,
  actions,
  caller,
  type HelpValues,
  isForCaller,
  type Preview,
  type ShownBefore,
  whyCanceled,
} from '#contract/desk/help.ts'
import { email } from '#contract/fields/person.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

type ActionFormProps = { action: Action; values: HelpValues; preview: Extract<Preview, { kind: 'can' }> }

/** The preview, the reason and the button, replaced by the outcome afterwards. */
export function ActionForm({ action, values, preview }: ActionFormProps) {
  const { number } = values
  const { happens, shown } = preview
  const [done, setDone] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const outcome = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (done !== '') outcome.current?.focus()
  }, [done])

  const form = useForm({
    fields: {
      email: configOf(email),
      why: configOf(whyCanceled),
      caller: configOf(caller),
      reason: configOf(reason),
    },
    isAsked: (name) => isAskedFor(action, name),
    needsScript: true,
  })

  if (done !== '') {
    return (
      <section className="desk-card help-action" aria-labelledby="done">
        <h2 id="done" tabIndex={-1} ref={outcome}>
          Done
        </h2>
        <p role="status">{done}</p>
        <div className="desk-toolbar">
          <LinkButton href={fillPath(deskPages.account.path, { number })} look="quiet" small>
            Back to the account
          </LinkButton>
        </div>
      </section>
    )
  }
  return (
    <section className="desk-card help-action" aria-labelledby="happens">
      <h2 id="happens">What will happen</h2>
      <ul className="help-happens">
        {happens.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Form
        form={form}
        onSubmit={(typed) =>
          sendAction(
            action,
            values,
            { ...typed, key, ...shown },
            { onDone: setDone, onErrors: form.serverErrors },
          )
        }
      >
        {form.asks('email') && <TextField field={form.field('email')} type="email" autoComplete="off" />}
        {form.asks('why') && <SelectField field={form.field('why')} />}
        {form.asks('caller') && (
          <TextField
            field={form.field('caller')}
            autoComplete="off"
            hint="The name that they give. It stands in the email to the owner."
          />
        )}
        <TextAreaField
          field={form.field('reason')}
          hint="For the audit log. The customer’s own log says what was done, not why."
          rows={2}
        />
        <SubmitButton form={form}>{actions[action]}</SubmitButton>
      </Form>
    </section>
  )
}

function isAskedFor(action: Action, name: 'email' | 'why' | 'caller' | 'reason'): boolean {
  if (name === 'email') return action === 'invite'
  if (name === 'why') return action === 'cancel'
  return name === 'reason' || isForCaller(action)
}

/** The input, and the form's key: resent after a lost answer, it is done once. */
type Typed = ShownBefore & { email: string; why: string; caller: string; reason: string; key: string }
type Handlers = { onDone: (done: string) => void; onErrors: (errors: ServerErrors) => void }

/** The call of an action, with its choice and input. */
function sendAction(
  action: Action,
  { number, person, months }: HelpValues,
  { email, why, caller, reason, key, ends_on = '', from = '', held_cents = 0 }: Typed,
  { onDone, onErrors }: Handlers,
): Promise<TaskResult> {
  const agent_id = person?.id ?? 0
  const form = { reason, key }
  const handlers = {
    parts: { number },
    onAnswer: ({ data }: { data: { done: string } }) => onDone(data.done),
    onErrors,
  }
  switch (action) {
    case 'email-works':
      return makeCall(calls.noteEmailWorks, { ...(person && { agent_id }), ...form }, handlers)
    case 'unlock':
      return makeCall(calls.unlockSignIn, { agent_id, ...form }, handlers)
    case 'sessions':
      return makeCall(calls.endSessions, { ...(person && { agent_id }), ...form }, handlers)
    case 'reset-link':
      return makeCall(calls.sendResetLink, { agent_id, ...form }, handlers)
    case 'pay-link':
      return makeCall(calls.sendPayLink, form, handlers)
    case 'recovery':
      return makeCall(calls.recoverFactor, { agent_id, ...form }, handlers)
    case 'invite':
      return makeCall(calls.inviteForOwner, { email, ...form }, handlers)
    case 'hand-over':
      return makeCall(calls.askForHandOver, { agent_id, ...form }, handlers)
    case 'invitation':
      return makeCall(calls.resendInvitation, { agent_id, ...form }, handlers)
    case 'cancel':
      return makeCall(calls.cancelForCaller, { why, ends_on, caller, ...form }, handlers)
    case 'undo-cancel':
      return makeCall(calls.undoCancelForCaller, { caller, ...form }, handlers)
    case 'hold':
      return makeCall(
        calls.holdForCaller,
        { months: months ?? 1, from, held_cents, caller, ...form },
        handlers,
      )
    case 'end-hold':
      return makeCall(calls.endHoldForCaller, { caller, ...form }, handlers)
    case 'withdraw-hand-over':
      return makeCall(calls.withdrawHandOver, form, handlers)
  }
}
