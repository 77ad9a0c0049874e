import { may } from '#contract/accounts/roles.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { Filter } from './Filter.tsx'
import { NotYouTile } from './NotYouTile.tsx'
import { Paging } from './Paging.tsx'

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

function emptyText({ kind, isNewest }: PageProps<'activity'>['values']): string {
  if (!isNewest) return 'There is nothing older.'
  return kind === null ? 'Nothing has happened yet.' : 'Nothing of this kind has happened yet.'
}
