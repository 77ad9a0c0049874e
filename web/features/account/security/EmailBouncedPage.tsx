import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { EmailTile } from './EmailTile.tsx'
import { TestTile } from './TestTile.tsx'
import { useEmailChange } from './use-email-change.ts'

/** Shown after sign-in to someone whose emails came back. They can go on without doing anything. */
export function EmailBouncedPage(props: PageProps<'email-bounced'>) {
  const { email, bounce, waitingEmail, next } = props.values
  const [emailChange, setEmailChange] = useEmailChange(waitingEmail)
  if (!bounce)
    return (
      <AccountLayout {...props} title="Your email" lede={`Our emails to ${email} are arriving.`}>
        <div>
          <LinkButton href={next}>Continue</LinkButton>
        </div>
      </AccountLayout>
    )
  const { kind, since, isTestReturned } = bounce
  return (
    <AccountLayout
      {...props}
      title="We cannot reach you by email"
      lede={`Our emails to ${email} are bouncing.`}
    >
      <section className="tile" aria-labelledby="why">
        <h2 id="why">What happened</h2>
        <p>{whatHappened(kind, since)}</p>
        <p className="hint">
          Until you change your email or show that it works, we send you only what we have to: bills,
          receipts, cancellations and security notices. You can go on using your account.
        </p>
        <div className="cluster">
          <LinkButton href={next} look="quiet">
            Continue without a change
          </LinkButton>
        </div>
      </section>
      <div className="tiles">
        <EmailTile email={email} change={emailChange} onChange={setEmailChange} />
        <TestTile email={email} isReturned={isTestReturned} />
      </div>
    </AccountLayout>
  )
}

function whatHappened(kind: 'hard' | 'soft' | 'complaint', since: string): string {
  switch (kind) {
    case 'hard':
      return `On ${since}, an email to you bounced. The mailbox does not exist, or no longer takes emails.`
    case 'soft':
      return `By ${since}, several emails to you had bounced. The mailbox may be full.`
    case 'complaint':
      return `On ${since}, one of our emails was reported as spam, by you or by your email program.`
  }
}
