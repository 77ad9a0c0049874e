import type { PageValues } from '#contract/page-values.ts'
import { formatUtcMoment } from '#web/ui/format-moment.ts'
import { LinkedText } from './LinkedText.tsx'
import { describeState } from './state-in-words.ts'

type OpenMailProps = { mail: NonNullable<PageValues['mailbox']['open']> }

/** The letter itself stands in a frame of its own: nothing in it can run or reach this page. */
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
