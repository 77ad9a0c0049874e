import type { DeskAccountValues } from '#contract/desk/account/values.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { Moment } from '../Moment.tsx'
import { may } from '../may.ts'
import { Tag } from '../Tag.tsx'
import { Apps, Sessions } from './Access.tsx'
import { Bills } from './Bills.tsx'
import { Notes } from './Notes.tsx'
import { People } from './People.tsx'
import { Card, NextCharge, Plan } from './Plan.tsx'
import { Timeline } from './Timeline.tsx'

/** Everything about an account: what is open, what it has, and one timeline. */
export function AccountPage({ values, operator }: DeskPageProps<'account'>) {
  const { account } = values
  const { number } = account
  const helps = may(operator, 'help')
  const hasMoney = may(operator, deskPages.money.permission)
  return (
    <DeskLayout
      operator={operator}
      page="account"
      title={account.company}
      lede={<State account={account} />}
      actions={
        helps && (
          <>
            {may(operator, deskPages.access.permission) && (
              <LinkButton href={fillPath(deskPages.access.path, { number })} look="quiet" small>
                Access
              </LinkButton>
            )}
            {hasMoney && (
              <LinkButton href={fillPath(deskPages.money.path, { number })} look="quiet" small>
                Money
              </LinkButton>
            )}
            <LinkButton href={fillPath(deskPages['see-as'].path, { number })} look="quiet" small>
              See as
            </LinkButton>
            <LinkButton href={fillPath(deskPages.help.path, { number })} small>
              Help
            </LinkButton>
          </>
        )
      }
    >
      <div className="account-columns">
        <div className="account-main">
          <Open matters={values.open} />
        </div>
        <div className="account-side">
          <NextCharge values={values} />
          <Plan plan={values.plan} />
          <Card card={values.card} />
          <People people={values.people} number={number} helps={helps} />
          <Bills bills={values.bills} number={number} />
          <Sessions sessions={values.sessions} />
          <Apps apps={values.apps} />
          <About account={account} />
        </div>
        <div className="account-main account-past">
          <Notes notes={values.notes} number={number} helps={helps} />
          <Timeline part={values.timeline} account={account} />
        </div>
      </div>
    </DeskLayout>
  )
}

function State({ account }: { account: DeskAccountValues['account'] }) {
  return (
    <>
      {`Account ${account.number} · `}
      <Tag text={account.status} tone={account.tone} />
      {' since '}
      <Moment at={account.since} />
    </>
  )
}

function About({
  account: { number, created, place, phone, timeZone },
}: {
  account: DeskAccountValues['account']
}) {
  return (
    <section className="desk-card" aria-labelledby="about">
      <h2 id="about">Account</h2>
      <dl className="desk-facts">
        <dt>Since</dt>
        <dd>
          <Moment at={created} />
        </dd>
        {place !== '' && (
          <>
            <dt>Place</dt>
            <dd>{place}</dd>
          </>
        )}
        {phone !== '' && (
          <>
            <dt>Phone</dt>
            <dd>{phone}</dd>
          </>
        )}
        <dt>Time zone</dt>
        <dd>{timeZone}</dd>
        <dt>Feed</dt>
        <dd>
          <a href={fillPath(deskPages['account-feed'].path, { number })}>What the feed said</a>
        </dd>
      </dl>
    </section>
  )
}

function Open({ matters }: { matters: DeskAccountValues['open'] }) {
  return (
    <section className="desk-card" aria-labelledby="open">
      <h2 id="open">Open</h2>
      {matters.length === 0 ? (
        <p className="desk-empty">Nothing is open.</p>
      ) : (
        <ul className="plain desk-list">
          {matters.map(({ key, text, more, tone, links }) => (
            <li key={key}>
              <div className="account-matter" data-tone={tone}>
                <b>{text}</b>
                {more !== '' && <p className="hint">{more}</p>}
              </div>
              {links.length > 0 && (
                <div className="desk-toolbar">
                  {links.map(({ text: what, href }) => (
                    <a key={href} href={href}>
                      {what}
                    </a>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
