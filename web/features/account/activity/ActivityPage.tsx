import { may } from '#contract/accounts/roles.ts'
import {
  type ActivityKind,
  type ActivityLine,
  type ActivityValues,
  type AdviceName,
  activityKinds,
} from '#contract/features/activity.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** The log of sign-ins and changes. It works without JavaScript: the filter and the pages are links. */
export function ActivityPage(props: PageProps<'activity'>) {
  const { values, provider } = props
  const lede = may(values.role, 'see-account-log')
    ? 'Sign-ins and changes by everyone in this account.'
    : 'Your sign-ins and the changes you made.'
  return (
    <AccountLayout {...props} title="Activity" lede={lede}>
      <div className="tiles">
        <section className="tile whole" aria-labelledby="log">
          <h2 id="log">{values.isNewest ? 'Latest first' : 'Older activity'}</h2>
          <Filter kind={values.kind} />
          {values.lines.length === 0 ? (
            <p className="hint">{emptyText(values)}</p>
          ) : (
            <ActivityTable lines={values.lines} phone={provider.tollFreeNumber} />
          )}
          <Paging values={values} />
          <p className="hint">
            Times are in the account’s time zone. Sign-ins are listed for 90 days, changes for as long as the
            account exists. IP addresses are shortened.
          </p>
        </section>
        <NotYouTile provider={provider} />
      </div>
    </AccountLayout>
  )
}

/** Links: one press with or without a script, and nothing changes while moving through the list by keyboard. */
function Filter({ kind }: { kind: ActivityKind | null }) {
  return (
    <div className="activity-filter">
      <nav aria-label="Filter">
        <ul className="activity-kinds">
          <Kind href={pages.activity} label="Everything" isShown={kind === null} />
          {Object.entries(activityKinds).map(([value, label]) => (
            <Kind
              key={value}
              href={`${pages.activity}?kind=${value}`}
              label={label}
              isShown={kind === value}
            />
          ))}
        </ul>
      </nav>
      <LinkButton href={`${pages.activity}activity.csv${kind ? `?kind=${kind}` : ''}`} look="quiet" small>
        Download as CSV
      </LinkButton>
    </div>
  )
}

function Kind({ href, label, isShown }: { href: string; label: string; isShown: boolean }) {
  return (
    <li>
      <a href={href} aria-current={isShown ? 'true' : undefined}>
        {label}
      </a>
    </li>
  )
}

function emptyText({ kind, isNewest }: PageProps<'activity'>['values']): string {
  if (!isNewest) return 'There is nothing older.'
  return kind === null ? 'Nothing has happened yet.' : 'Nothing of this kind has happened yet.'
}

function ActivityTable({ lines, phone }: { lines: readonly ActivityLine[]; phone: string }) {
  return (
    <table className="table stacks account-people" aria-labelledby="log">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">Device</th>
          <th scope="col">IP address</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, text, more, isWarning, who, device, ip, at, ...line }) => (
          <tr key={key}>
            <th scope="row" data-label="What">
              <span>
                <b className={isWarning ? 'activity-warning' : undefined}>{text}</b>
                {more !== '' && <small>{more}</small>}
                <NotYou name={line.advice} isOwn={line.isOwn} phone={phone} />
              </span>
            </th>
            <td data-label="Who">{who}</td>
            <td data-label="Device">{device || '–'}</td>
            <td data-label="IP address">{ip || '–'}</td>
            <td data-label="When">{at}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NotYou({ name, isOwn, phone }: { name: AdviceName; isOwn: boolean; phone: string }) {
  const { text, href, link }: (typeof advice)[AdviceName] & { href?: string; link?: string } = advice[name]
  return (
    <details className="activity-advice">
      <summary>{isOwn ? 'Not you?' : 'Not right?'}</summary>
      <p>
        {text} {href ? <a href={href}>{link}</a> : `Our number is ${phone}.`}
      </p>
    </details>
  )
}

/** The advice for a line that was not you, with the page for it. Without a page: call support. */
type Advice = { text: string; href?: string; link?: string }

/** By kind; failed attempts have their own, as they need other advice than a successful sign-in. */
const advice = {
  'sign-in': {
    text: 'Someone else may know your password. Sign out all other devices, then change your password.',
    href: pages.security,
    link: 'Go to Security',
  },
  'wrong-password': {
    text: 'Nobody got in with this. If it happens again, choose a password that you use nowhere else and turn on two-step verification.',
    href: pages.security,
    link: 'Go to Security',
  },
  'wrong-code': {
    text: 'Someone knows your password. Change it now.',
    href: pages.security,
    link: 'Change your password',
  },
  security: {
    text: 'Sign out all other devices and change your password now. Then check that the email, the authenticator app and every passkey are still yours.',
    href: pages.security,
    link: 'Go to Security',
  },
  people: {
    text: 'Remove the people you do not know, then change your password.',
    href: pages.people,
    link: 'See the people of the account',
  },
  billing: {
    text: 'Change your password, then call us. We can look at the payment with you.',
  },
  apps: {
    text: 'Disconnect the app, then change your password.',
    href: pages['connected-apps'],
    link: 'See the connected apps',
  },
  account: {
    text: 'Change it back, then change your password.',
    href: pages.details,
    link: 'See the details',
  },
  support: {
    text: 'Call us and say what you did not expect.',
  },
} as const satisfies Record<AdviceName, Advice>

function Paging({ values: { kind, older, isNewest } }: { values: ActivityValues }) {
  if (older === null && isNewest) return null
  const filter = kind ? `kind=${kind}` : ''
  return (
    <nav className="cluster" aria-label="Pages of the log">
      {!isNewest && (
        <LinkButton href={`${pages.activity}${filter && `?${filter}`}`} look="quiet" small>
          Latest
        </LinkButton>
      )}
      {older !== null && (
        <LinkButton href={`${pages.activity}?${filter && `${filter}&`}before=${older}`} look="quiet" small>
          Older
        </LinkButton>
      )}
    </nav>
  )
}

function NotYouTile({ provider }: { provider: Provider }) {
  return (
    <section className="tile whole" aria-labelledby="not-you">
      <h2 id="not-you">If something here was not you</h2>
      <ol className="activity-steps">
        <li>
          Go to <a href={pages.security}>Security</a> and sign out all other devices.
        </li>
        <li>Change your password there. Choose one that you use nowhere else.</li>
        <li>
          Check that your email is still yours, that{' '}
          <a href={pages['second-factor']}>two-step verification</a> uses your own authenticator app, and that
          you know every <a href={pages.passkeys}>passkey</a>, every person and every connected app.
        </li>
        <li>{`If a plan, a card or a payment is wrong, call ${provider.tollFreeNumber}.`}</li>
      </ol>
      <p className="hint">
        A wrong password that was not yours is harmless as long as nobody guesses the right one. We limit how
        often a password can be tried.
      </p>
    </section>
  )
}
