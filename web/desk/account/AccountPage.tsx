import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskAccountValues, DeskSession } from '#contract/desk/account.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { roleMissing } from '#contract/desk/desk-roles.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Moment, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { Offered } from '../Offered.tsx'
import { Notes } from './Notes.tsx'
import { People } from './People.tsx'
import { Cards, NextCharge, Plan } from './Plan.tsx'
import { Timeline } from './Timeline.tsx'

/** The operator's actions for this account, each on its own page. */
const accountPages = [
  ['access', 'Access'],
  ['money', 'Money'],
  ['see-as', 'See as'],
  ['help', 'Help'],
] as const

/** Everything about an account: what is open, what it has, and one timeline. */
export function AccountPage({ values, operator }: DeskPageProps<'account'>) {
  const { account } = values
  const { number } = account
  return (
    <DeskLayout
      operator={operator}
      page="account"
      title={account.company}
      lede={<State account={account} />}
      actions={accountPages.map(([page, label]) => (
        <Offered
          key={page}
          href={fillPath(deskPages[page].path, { number })}
          why={roleMissing(operator, deskPages[page].permission)}
          look={page === 'help' ? 'primary' : 'quiet'}
        >
          {label}
        </Offered>
      ))}
    >
      <div className="account-columns">
        <div className="account-main">
          <Open matters={values.open} />
        </div>
        <div className="account-side">
          <NextCharge values={values} />
          <Plan plan={values.plan} />
          <Cards cards={values.cards} />
          <People people={values.people} number={number} operator={operator} />
          <Bills bills={values.bills} number={number} />
          <Sessions sessions={values.sessions} />
          <Apps apps={values.apps} />
          <About account={account} />
        </div>
        <div className="account-main account-past">
          <Notes notes={values.notes} number={number} operator={operator} />
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

type BillsProps = Pick<DeskAccountValues, 'bills'> & { number: string }

/** The newest bills; the timeline has all of them. */
function Bills({ bills: { rows, hasMore }, number }: BillsProps) {
  return (
    <section className="desk-card" aria-labelledby="bills">
      <h2 id="bills">Bills</h2>
      {rows.length === 0 ? (
        <p className="desk-empty">There is no bill yet.</p>
      ) : (
        <ul className="plain desk-list">
          {rows.map((bill) => (
            <li key={bill.number}>
              <div>
                <a href={fillPath(deskPages.bill.path, { number, bill: bill.number })}>{bill.number}</a>{' '}
                {formatAmount(bill.totalCents)} <Tag {...bill.tag} />
                <p className="hint">{`${bill.what}, ${formatDay(bill.issuedOn)}`}</p>
              </div>
              {bill.offers.length > 0 && (
                <div className="desk-toolbar">
                  {bill.offers.map(({ text, href, why }) => (
                    <Offered key={text} href={href} why={why} label={`${text}: bill ${bill.number}`}>
                      {text}
                    </Offered>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="hint">Older bills are on the timeline.</p>}
    </section>
  )
}

function Sessions({ sessions }: { sessions: readonly DeskSession[] }) {
  return (
    <section className="desk-card" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {sessions.length === 0 ? (
        <p className="desk-empty">Nobody is signed in.</p>
      ) : (
        <ul className="plain desk-list">
          {sessions.map(({ id, name, device, ip, since, lastSeen }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <p className="hint">
                  {[device, ip].filter(Boolean).join(' · ')}
                  {' · since '}
                  <Moment at={since} />
                  {', last seen '}
                  <Moment at={lastSeen} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Apps({ apps: { rows, hasMore } }: Pick<DeskAccountValues, 'apps'>) {
  return (
    <section className="desk-card" aria-labelledby="apps">
      <h2 id="apps">Connected apps</h2>
      {rows.length === 0 ? (
        <p className="desk-empty">No app is connected.</p>
      ) : (
        <ul className="plain desk-list">
          {rows.map(({ key, name, by, since, lastUsed }) => (
            <li key={key}>
              <div>
                <b>{name}</b>
                <p className="hint">
                  {`${by} · since `}
                  <Moment at={since} />
                  {lastUsed && (
                    <>
                      {', last used '}
                      <Moment at={lastUsed} />
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="hint">There are more than are shown here.</p>}
    </section>
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
