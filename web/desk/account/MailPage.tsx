import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { Moment } from '../Moment.tsx'
import { Tag } from '../Tag.tsx'

/** A mail that was sent to the account: its fate, and what it said without links that work once. */
export function MailPage({ values, operator }: DeskPageProps<'mail'>) {
  const { number, company, mail, text, hint } = values
  const helps = operator !== null && mayAtDesk(operator.role, 'help')
  return (
    <DeskLayout
      operator={operator}
      page="mail"
      title={mail.subject}
      lede={
        <>
          {'Email to '}
          <a href={fillPath(deskPages.account.path, { number })}>{`${company}, account ${number}`}</a>
        </>
      }
      actions={
        helps && (
          <LinkButton href={`${fillPath(deskPages.help.path, { number })}?action=mail&mail=${mail.id}`} small>
            Send again
          </LinkButton>
        )
      }
    >
      <section className="desk-card" aria-labelledby="fate">
        <h2 id="fate">Status</h2>
        <dl className="desk-facts">
          <dt>State</dt>
          <dd>
            <Tag {...mail.fate} />
          </dd>
          <dt>To</dt>
          <dd className="account-email">{mail.recipient}</dd>
          <dt>Written</dt>
          <dd>
            <Moment at={mail.at} />
          </dd>
          {mail.settled && (
            <>
              <dt>Settled</dt>
              <dd>
                <Moment at={mail.settled} />
              </dd>
            </>
          )}
          <dt>Tries</dt>
          <dd>{mail.tries}</dd>
          {mail.problem !== '' && (
            <>
              <dt>Mail server response</dt>
              <dd>{mail.problem}</dd>
            </>
          )}
          <dt>Purpose</dt>
          <dd>{mail.purpose}</dd>
        </dl>
      </section>
      <section className="desk-card" aria-labelledby="text">
        <h2 id="text">Text</h2>
        {text && (
          <p className="account-words account-mail">
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
    </DeskLayout>
  )
}
