import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { PageValues } from '#contract/page-values.ts'
import { describeState } from './describe-state.ts'
import { LinkedText } from './LinkedText.tsx'

type OpenMailProps = { mail: NonNullable<PageValues['mailbox']['open']> }

/** The mail is shown in a sandboxed iframe, so that nothing in it can run scripts or access this page. */
export function OpenMail({ mail }: OpenMailProps) {
  return (
    <article className="mailbox-message">
      <h1>{mail.subject}</h1>
      <dl>
        <dt>To</dt>
        <dd>{mail.recipient}</dd>
        <dt>Written</dt>
        <dd>
          <time dateTime={mail.createdAt}>{formatUtcMoment(mail.createdAt)}</time>
        </dd>
        <dt>State</dt>
        <dd>{describeState(mail.state)}</dd>
      </dl>
      {mail.html !== '' && (
        <iframe src={`/dev/mailbox/${mail.id}/html`} title={`The email “${mail.subject}”`} />
      )}
      <details open={mail.html === ''}>
        <summary>As plain text</summary>
        <pre>
          <LinkedText text={mail.plain} />
        </pre>
      </details>
    </article>
  )
}
