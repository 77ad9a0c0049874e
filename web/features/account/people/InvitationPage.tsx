import { useState } from 'react'
import * as messages from '#contract/accounts/people-messages.ts'
import { roles } from '#contract/accounts/role-labels.ts'
import { INVITATION_DAYS } from '#contract/calendar/lifetimes.ts'
import type { Invitation } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { confirmNewPassword, newPassword, newPasswordRules } from '#contract/fields/new-password.ts'
import { fullName } from '#contract/fields/person.ts'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { StrengthHint } from '#web/new-password/StrengthHint.tsx'
import { UserName } from '#web/new-password/UserName.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LinkOver } from '#web/ui/LinkOver.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'

/** The target of an invitation link: choose a name and a password to join. */
export function InvitationPage({ values, provider, now }: PageProps<'invitation'>) {
  const { invitation, sent, wasUsed } = values
  const [isJoinedHere, setJoinedHere] = useState(false)
  const [over, setOver] = useState(invitation ? '' : linkOverMessage(wasUsed))
  return (
    <Layout provider={provider} now={now} panel={<InvitationPanel invitation={invitation} />}>
      {isJoinedHere || sent?.isDone ? (
        <SuccessView
          text={`You have joined. Sign in with ${invitation?.email} and the password you just chose.`}
          isNews={isJoinedHere}
          next={{ href: pages['sign-in'], label: 'Login' }}
        />
      ) : invitation && over === '' ? (
        <>
          <h1>{`Join ${invitation.company}`}</h1>
          <p className="lede">
            {`${invitation.inviterName} invited you to join. You will sign in with `}
            <b>{invitation.email}</b>
            {' and the password you choose here.'}
          </p>
          {invitation.role !== 'user' && (
            <p>{`You will be ${roles[invitation.role].one}, who ${roles[invitation.role].allows}.`}</p>
          )}
          <JoinForm values={values} onJoined={() => setJoinedHere(true)} onOver={setOver} />
        </>
      ) : (
        <LinkOver title="Invitation" text={over} isNews={invitation !== null}>
          <LinkButton href={pages['sign-in']}>Back to Login</LinkButton>
        </LinkOver>
      )}
    </Layout>
  )
}

function linkOverMessage(wasUsed: boolean): string {
  return wasUsed ? messages.invitationUsed : messages.invitationInvalid
}

function InvitationPanel({ invitation }: { invitation: Invitation | null }) {
  if (!invitation) {
    return (
      <>
        <h2>An invitation is a link that works once.</h2>
        <p>{`It is valid for ${INVITATION_DAYS} days, unless it is withdrawn or sent again.`}</p>
      </>
    )
  }
  return (
    <>
      <h2>Your seat is ready.</h2>
      <p>{`${invitation.company} pays for it. You do not need a card, and you will not be charged.`}</p>
      <ol className="way">
        <li>Enter your name.</li>
        <li>Choose your own password. Nobody else in the account can see it.</li>
        <li>{`Sign in. Your account number is ${invitation.pin}.`}</li>
      </ol>
    </>
  )
}

type Joining = Values<'full_name' | 'password' | 'password_confirm'>
type JoinFormProps = {
  values: PageValues['invitation']
  onJoined: () => void
  /** The invitation was withdrawn or used while the person was typing. */
  onOver: (text: string) => void
}

function JoinForm({ values: { linkToken, invitation, sent }, onJoined, onOver }: JoinFormProps) {
  const form = useForm({
    fields: {
      full_name: configOf(fullName, { value: sent?.fullName ?? '' }),
      password: configOf(newPassword),
      password_confirm: configOf(confirmNewPassword),
    },
    checks: checksOf(newPasswordRules),
    errors: sent?.errors,
  })

  function take(joining: Joining) {
    return makeCall(join, joining, {
      parts: { linkToken },
      onAnswer: onJoined,
      onNotFound: onOver,
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={take}>
      <TextField field={form.field('full_name')} autoComplete="name" />
      {invitation && <UserName email={invitation.email} />}
      <PasswordField
        field={form.field('password')}
        autoComplete="new-password"
        hint={
          <StrengthHint
            password={form.values.password}
            email={invitation?.email}
            name={form.values.full_name}
            company={invitation?.company}
          />
        }
      />
      <PasswordField field={form.field('password_confirm')} autoComplete="new-password" />
      <SubmitButton form={form}>Join</SubmitButton>
    </Form>
  )
}
