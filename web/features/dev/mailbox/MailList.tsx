import type { ReactNode } from 'react'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { StoredMail } from '#contract/features/mailbox.ts'
import { pages } from '#contract/pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { describeState } from './describe-state.ts'

export const MAIL_LIST_ID = 'mails'

type MailListProps = { mails: StoredMail[]; recipient: string; openId: number | undefined }

export function MailList({ mails, recipient, openId }: MailListProps) {
  return (
    <div className="mailbox" id={MAIL_LIST_ID}>
      <h2>Mailbox</h2>
      <p>
        No email leaves this machine. What would have been sent is kept here, newest first.{' '}
        <a href={`${pages.mailbox}?sample=`}>See a sample of every email</a>
      </p>
      <form className="mailbox-filter" action={pages.mailbox} method="get">
        <label htmlFor="to">Emails to</label>
        <input
          id="to"
          name="to"
          type="search"
          defaultValue={recipient}
          placeholder="everyone"
          autoComplete="off"
        />
        <Button type="submit" look="ghost" small>
          Look
        </Button>
      </form>
      {mails.length === 0 ? (
        <p className="hint">{recipient === '' ? 'No emails yet.' : `No emails to ${recipient}.`}</p>
      ) : (
        <nav aria-label="Mails">
          <ul className="mailbox-mails">
            {mails.map((mail) => (
              <li key={mail.id}>
                <StoredMailLink mail={mail} recipient={recipient} isOpen={mail.id === openId} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function StoredMailLink({
  mail,
  recipient,
  isOpen,
}: {
  mail: StoredMail
  recipient: string
  isOpen: boolean
}) {
  const query = new URLSearchParams({ mail: String(mail.id), ...(recipient === '' ? {} : { to: recipient }) })
  return (
    <MailLink query={query} isOpen={isOpen}>
      <b>{mail.subject}</b>
      <span>{mail.recipient}</span>
      <small>
        <time dateTime={mail.createdAt}>{formatUtcMoment(mail.createdAt)}</time>
        {` · ${describeState(mail.state)}`}
      </small>
    </MailLink>
  )
}

type MailLinkProps = { query: URLSearchParams; isOpen: boolean; children: ReactNode }

export function MailLink({ query, isOpen, children }: MailLinkProps) {
  return (
    <a
      href={`${pages.mailbox}?${query}`}
      aria-current={isOpen ? 'true' : undefined}
      ref={isOpen ? scrollListTo : undefined}
    >
      {children}
    </a>
  )
}

/** A long list scrolls separately, and would return to its top with each opened mail. */
function scrollListTo(link: HTMLAnchorElement | null) {
  const list = link?.closest('ul')
  if (link && list) list.scrollTop = link.offsetTop - list.offsetTop
}
