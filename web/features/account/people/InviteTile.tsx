import { type RefObject, useState } from 'react'
import { type Role, rolesAssignableBy } from '#contract/accounts/roles.ts'
import { INVITATION_DAYS } from '#contract/calendar/lifetimes.ts'
import { invitePerson, role as roleField } from '#contract/features/people.ts'
import { email } from '#contract/fields/person.ts'
import { pages } from '#contract/pages.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Unavailable } from '#web/ui/Unavailable.tsx'
import { type News, TileNews, type usePeople } from './use-people.tsx'

type Change = ReturnType<typeof usePeople>['change']
type InviteTileProps = {
  heading: RefObject<HTMLHeadingElement | null>
  news: News | undefined
  hasRoom: boolean
  canChangePlan: boolean
  role: Role
  change: Change
}

export function InviteTile({ heading, news, hasRoom, canChangePlan, role, change }: InviteTileProps) {
  const [sent, setSent] = useState(0)
  return (
    <section className="tile" aria-labelledby="invite">
      <h2 id="invite" ref={heading} tabIndex={-1}>
        Invite someone
      </h2>
      <TileNews news={news} />
      {hasRoom ? (
        <InviteForm key={sent} role={role} change={change} onSent={() => setSent(sent + 1)} />
      ) : (
        <>
          <Unavailable
            why={
              canChangePlan
                ? 'All seats are taken. Add agent access to your plan, or remove someone first.'
                : 'All seats are taken. You cannot add agent access while your plan is on hold or canceled.'
            }
          >
            Send invitation
          </Unavailable>
          <div className="cluster">
            <LinkButton href={pages.plan} small look="quiet">
              {canChangePlan ? 'Change the plan' : 'See your plan'}
            </LinkButton>
          </div>
        </>
      )}
    </section>
  )
}

type InviteFormProps = { role: Role; change: Change; onSent: () => void }

/** Hidden from people who can give only one role. */
function InviteForm({ role, change, onSent }: InviteFormProps) {
  const form = useForm({
    fields: { email: configOf(email), role: configOf(roleField, { elementType: 'select', value: 'user' }) },
    needsScript: true,
  })
  const assignable = rolesAssignableBy(role)

  async function invite(body: { email: string; role: string }) {
    const text = `We sent an invitation to ${body.email}.`
    const wrong = await change(invitePerson, body, { text, at: 'invite' })
    if (wrong) form.serverErrors(wrong)
    else onSent()
  }

  return (
    <Form form={form} onSubmit={invite}>
      <TextField
        field={form.field('email')}
        inputMode="email"
        hint={`They get a link that works once, for ${INVITATION_DAYS} days, and choose their own name and password.`}
      />
      {assignable.length > 1 && <SelectField field={form.field('role')} />}
      <div className="cluster">
        <SubmitButton form={form}>Send invitation</SubmitButton>
      </div>
    </Form>
  )
}
