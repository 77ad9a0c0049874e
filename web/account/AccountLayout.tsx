import type { ReactNode } from 'react'
import { type AccountPageName, accountPages, openPagesOf } from '#contract/accounts/account-pages.ts'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AppLayout } from '#web/ui/AppLayout.tsx'
import type { MenuItem } from '#web/ui/Menu.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'
import { badgeLabel, describeState } from './describe-account.ts'
import { SignOut } from './SignOut.tsx'

type AccountLayoutProps = Pick<PageProps<AccountPageName>, 'page' | 'values' | 'provider' | 'now'> & {
  title: string
  /** Else what the state of the account means. */
  lede?: string
  children: ReactNode
}

/** The house of a person who is signed in: who is here, where one can go, what state the account is in. */
export function AccountLayout({ page, values, provider, now, title, lede, children }: AccountLayoutProps) {
  return (
    <AppLayout
      provider={provider}
      now={now}
      menu={menuOf(page, values)}
      panel={
        <div className="end">
          <SystemStatus status={values.systemStatus} />
        </div>
      }
      account={
        <>
          <span className="who">{`${values.company} · ${values.pin}`}</span>
          <SignOut />
        </>
      }
    >
      <div className="account">
        <div className="between">
          <div>
            <h1>{title}</h1>
            <p className="lede">{lede ?? describeState(values.statusId)}</p>
          </div>
          {/* On paper it would be taken for the state of the bill. */}
          <div className="unprinted">
            <StatusBadge statusId={values.statusId} text={badgeLabel(values)} />
          </div>
        </div>
        {children}
      </div>
    </AppLayout>
  )
}

/** Only what the session can open: an account that is past due has its billing, one that ended its way back. */
function menuOf(current: AccountPageName, { scope, role }: AccountValues): MenuItem[] {
  return openPagesOf(scope, role).map((name) => ({
    href: pages[name],
    label: accountPages[name].label,
    isCurrent: name === current,
  }))
}
