import { useState } from 'react'
import * as messages from '#contract/accounts/people-messages.ts'
import { roles } from '#contract/accounts/role-labels.ts'
import { INVITATION_DAYS } from '#contract/calendar/lifetimes.ts'
import type { Invitation } from '#contract/features/people.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LinkOver } from '#web/ui/LinkOver.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { JoinForm } from './JoinForm.tsx'

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
