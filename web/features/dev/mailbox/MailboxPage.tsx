import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { MAIL_LIST_ID, MailList } from './MailList.tsx'
import { OpenMail, OpenSample } from './OpenMail.tsx'
import { SampleList } from './SampleList.tsx'

/** The mails of a setup that sends none, or a sample of each: the list on the dark panel, the open mail on the light one. */
export function MailboxPage({ values, query, provider, now }: PageProps<'mailbox'>) {
  const recipient = (query.to ?? '').trim()
  const { mails } = values
  const panel =
    values.view === 'samples' ? (
      <SampleList mails={values.mails} openId={values.open.id} />
    ) : (
      <MailList mails={values.mails} recipient={recipient} openId={values.open?.id} />
    )
  return (
    <Layout provider={provider} now={now} wide panel={panel}>
      {mails.length > 0 && (
        <p className="mailbox-back">
          <a href={`#${MAIL_LIST_ID}`}>{`All emails (${mails.length})`}</a>
        </p>
      )}
      {values.view === 'samples' ? (
        <OpenSample mail={values.open} />
      ) : values.open ? (
        <OpenMail mail={values.open} />
      ) : (
        <NoMail isEmpty={mails.length === 0 && recipient === ''} />
      )}
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
