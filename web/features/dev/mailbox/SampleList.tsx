import type { SampleMail } from '#contract/features/mailbox.ts'
import { pages } from '#contract/pages.ts'
import { MAIL_LIST_ID, MailLink } from './MailList.tsx'

export function SampleList({ mails, openId }: { mails: SampleMail[]; openId: string }) {
  return (
    <div className="mailbox" id={MAIL_LIST_ID}>
      <h2>All emails</h2>
      <p>
        Every email by its purpose, with made-up values. <a href={pages.mailbox}>Back to the mailbox</a>
      </p>
      <nav aria-label="Sample emails">
        <ul className="mailbox-mails">
          {mails.map(({ id, subject }) => (
            <li key={id}>
              <MailLink query={new URLSearchParams({ sample: id })} isOpen={id === openId}>
                <b>{subject}</b>
                <small>{id}</small>
              </MailLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
