import { useEffect, useRef, useState } from 'react'
import * as messages from '#contract/accounts/sign-in-messages.ts'
import { pinIn } from '#contract/features/feedback.ts'
import type { PageProps } from '#contract/page-values.ts'
import { FeedbackForm } from './FeedbackForm.tsx'

/** Our own form, shown in the page's iframe: no header, no footer, no links out. */
export function FeedbackFormPage({ query, values }: PageProps<'feedback-form'>) {
  const [isGivenHere, setGivenHere] = useState(false)
  const pin = pinIn(query)
  return (
    <main className="feedback-framed" id="main" aria-label="Feedback">
      {pin === '' ? (
        <h1>{messages.pageDoesNotExist}</h1>
      ) : isGivenHere || values.sent?.isDone ? (
        <Thanks isNews={isGivenHere} />
      ) : (
        <>
          <h1>Three short questions</h1>
          <p className="lede">For account number {pin}. Only the first is required.</p>
          <FeedbackForm pin={pin} {...values} onGiven={() => setGivenHere(true)} />
        </>
      )}
    </main>
  )
}

/** Announces itself, because it replaces the form the person just used. */
function Thanks({ isNews }: { isNews: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Thank you
      </h1>
      <p className="lede">
        A person reads every answer. You can close this page. If you want to come back later, sign in to your
        account.
      </p>
    </>
  )
}
