import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { MAIL_LIST_ID, MailList } from './MailList.tsx'
import { OpenMail } from './OpenMail.tsx'

/** The mails of a setup that sends none: the list on the dark panel, the open mail on the light one. */
export function MailboxPage({ values: { mails, open }, query, provider, now }: PageProps<'mailbox'>) {
  const recipient = (query.to ?? '').trim()
  return (
    <Layout
      provider={provider}
      now={now}
      wide
      panel={<MailList mails={mails} recipient={recipient} openId={open?.id} />}
    >
      {mails.length > 0 && (
        <p className="mailbox-back">
          <a href={`#${MAIL_LIST_ID}`}>{`All emails (${mails.length})`}</a>
        </p>
      )}
      {open ? <OpenMail mail={open} /> : <NoMail isEmpty={mails.length === 0 && recipient === ''} />}
    </Layout>
  )
}

function NoMail({ isEmpty }: { isEmpty: boolean }) {
  if (!isEmpty) {
    return (
      <>
        <h1>No email is selected</h1>
        <p className="lede">
          Choose one from the list, or see <a href={pages.mailbox}>all emails</a>.
        </p>
      </>
    )
  }
  return (
    <>
      <h1>No emails yet</h1>
      <p className="lede">
        Emails appear here as soon as they are sent. <a href="/password-reset/">Ask for a new password</a> as
        agent@example.com, then come back.
      </p>
    </>
  )
}
