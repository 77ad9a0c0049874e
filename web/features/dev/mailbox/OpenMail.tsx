import { Fragment, type ReactNode } from 'react'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { OpenMail as Mail, OpenSample as Sample } from '#contract/features/mailbox.ts'
import { describeState } from './describe-state.ts'

export function OpenMail({ mail }: { mail: Mail }) {
  return (
    <Message mail={mail}>
      <dt>Written</dt>
      <dd>
        <time dateTime={mail.createdAt}>{formatUtcMoment(mail.createdAt)}</time>
      </dd>
      <dt>State</dt>
      <dd>{describeState(mail.state)}</dd>
    </Message>
  )
}

export function OpenSample({ mail }: { mail: Sample }) {
  return (
    <Message mail={mail}>
      <dt>Purpose</dt>
      <dd>{mail.purpose}</dd>
      <dt>State</dt>
      <dd>a sample, never sent</dd>
    </Message>
  )
}

/** The mail is shown in a sandboxed iframe, so that nothing in it can run scripts or access this page. */
function Message({ mail, children }: { mail: Mail | Sample; children: ReactNode }) {
  return (
    <article className="mailbox-message">
      <h1>{mail.subject}</h1>
      <dl>
        <dt>To</dt>
        <dd>{mail.recipient}</dd>
        {children}
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

/** Text with clickable URLs. A trailing period belongs to the sentence. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, index) => (
    // Parts have no ids and the text never changes, so the index is a safe key. Every second part is a URL.
    <Fragment key={String(index)}>{index % 2 === 1 ? <a href={part}>{part}</a> : part}</Fragment>
  ))
}
