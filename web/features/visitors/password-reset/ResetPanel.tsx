import { keepingQuery } from '#contract/accounts/sign-in.ts'
import { RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'

/** The panel of both reset pages: what happens next. */
export function ResetPanel() {
  return (
    <>
      <h2>Back to your calls in a minute.</h2>
      <p>Nothing else in your account changes. Your lists, scripts and callbacks stay as they are.</p>
      <ol className="way">
        <li>Enter the email for your account.</li>
        <li>{`Open the link we send you. It works once, for ${RESET_LINK_MINUTES} minutes.`}</li>
        <li>Choose a new password. This signs out all your devices.</li>
      </ol>
    </>
  )
}

/** Back to the sign-in page the person came from, keeping mobile payment and the page to open next. */
export function backToLogin(query: Query): { href: string; label: string } {
  return { href: keepingQuery(pages['sign-in'], query), label: 'Back to Login' }
}
