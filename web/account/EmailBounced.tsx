import { pages } from '#contract/pages.ts'

/** Emails to this person come back. */
export function EmailBounced({ email }: { email: string }) {
  return (
    <div className="banner warn unprinted">
      <div>
        {`Our emails to ${email} are bouncing. `}
        <a href={pages['email-bounced']}>Change or test your email</a>
      </div>
    </div>
  )
}
