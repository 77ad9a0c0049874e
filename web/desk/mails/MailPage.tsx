import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type DeskMailValues, resendMail } from '#contract/desk/mails.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Unavailable } from '#web/ui/Unavailable.tsx'
import { DeskFacts, labelOf, Moment, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

/** A mail: its status, its content without one-time links, and resending. */
export function MailPage({ values: initial, operator }: DeskPageProps<'mail'>) {
  const { values, outcome, done } = useOutcome(initial)
  const { account, mail, text, hint } = values
  return (
    <DeskLayout
      operator={operator}
      page="mail"
      title={mail.subject}
      lede={
        account ? (
          <>
            {'Email to '}
            <a
              href={fillPath(deskPages.account.path, { number: account.number })}
            >{`${account.company}, account ${account.number}`}</a>
          </>
        ) : (
          'Email that belongs to no account'
        )
      }
      outcome={outcome}
    >
      <section className="desk-card" aria-labelledby="fate">
        <h2 id="fate">Status</h2>
        <DeskFacts
          facts={{
            State: <Tag {...mail.fate} />,
            To: mail.recipient,
            Written: <Moment at={mail.at} />,
            Settled: mail.settled ? <Moment at={mail.settled} /> : undefined,
            Tries: mail.tries,
            'Mail server response': mail.problem || undefined,
            Purpose: labelOf(mail.purpose),
            Number: mail.id,
          }}
        />
        <p className="hint">
          {`Times are in ${account ? 'the account’s time zone' : 'Eastern time'}; point at one to see it in UTC.`}
        </p>
      </section>
      <section className="desk-card" aria-labelledby="text">
        <h2 id="text">Text</h2>
        {text && (
          <p className="mails-text">
            {[
              text.greeting,
              ...text.paragraphs,
              ...text.links.map((label) => `[${label}]`),
              ...text.closing,
            ].join('\n\n')}
          </p>
        )}
        {hint !== '' && <p className="desk-empty">{hint}</p>}
      </section>
      <Again values={values} onDone={done} />
    </DeskLayout>
  )
}

/** Each recipient is a link: the preview is for the chosen one. */
function Again({ values, onDone }: { values: DeskMailValues; onDone: TakeAnswer<DeskMailValues> }) {
  const { mail, to, others, again } = values
  return (
    <section className="desk-card mails-again" aria-labelledby="again">
      <h2 id="again">Send it again</h2>
      {again.kind === 'can' ? (
        <>
          {again.happens.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <div className="desk-toolbar">
            <ReasonDialog
              call={resendMail}
              bodyOf={({ reason }, key) => ({
                mail_id: mail.id,
                to: to === mail.recipient ? '' : to,
                reason,
                key,
              })}
              verb="Send again"
              title={`Send this email to ${to}?`}
              onDone={onDone}
            />
          </div>
        </>
      ) : (
        <div className="desk-toolbar">
          <Unavailable why={again.why}>Send again</Unavailable>
        </div>
      )}
      {others.length > 0 && (
        <nav aria-label="Send it to someone else">
          <p className="hint">Or choose who gets it instead:</p>
          <ul className="plain desk-list">
            {others.map((email) => (
              <li key={email}>
                <a
                  href={`${fillPath(deskPages.mail.path, { id: String(mail.id) })}?${new URLSearchParams({ to: email })}#again`}
                >
                  {email}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </section>
  )
}
