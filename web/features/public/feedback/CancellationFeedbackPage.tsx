import * as messages from '#contract/accounts/sign-in.ts'
import { formUrlFor, pinIn } from '#contract/features/feedback.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'

/** Opened from a mail, with the account number in the URL. */
export function CancellationFeedbackPage({ query, provider, now }: PageProps<'cancellation-feedback'>) {
  const pin = pinIn(query)
  if (pin === '') {
    return (
      <SingleLayout provider={provider} now={now}>
        <h1>{messages.pageDoesNotExist}</h1>
        <p className="lede">This link is incomplete. Open it from the email again, or copy all of it.</p>
        <p className="lede">
          <a href={pages['sign-in']}>Go to Login</a>
        </p>
      </SingleLayout>
    )
  }
  const form = provider.links.feedbackForm || pages['feedback-form']
  return (
    <SingleLayout provider={provider} now={now} wide>
      <h1>Cancellation feedback</h1>
      <p className="lede">
        Your cancellation is complete, and nothing here changes that. Tell us why you left, and help us
        improve the service.
      </p>
      <iframe
        className="feedback-frame"
        title="Feedback form"
        src={formUrlFor(form, pin)}
        width="800"
        height="1000"
        // May run scripts and submit forms, but not open windows, start downloads or navigate this page.
        sandbox="allow-forms allow-same-origin allow-scripts"
        referrerPolicy="strict-origin"
      />
    </SingleLayout>
  )
}
