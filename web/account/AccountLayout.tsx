import { type ReactNode, useCallback, useState } from 'react'
import { type AccountPageName, accountPages, openPagesOf } from '#contract/accounts/account-pages.ts'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AppLayout, type MenuItem } from '#web/ui/AppLayout.tsx'
import { latePart, useLatePart } from '#web/ui/late-part.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'
import { badgeLabel, describeState } from './describe-account.ts'
import { FactorDue, FactorRemoval } from './FactorNotices.tsx'
import { OpenMonthNotice } from './OpenMonthNotice.tsx'
import { useStepUp } from './use-step-up.ts'

type AccountLayoutProps = Pick<PageProps<AccountPageName>, 'page' | 'values' | 'provider' | 'now'> & {
  title: string
  /** Defaults to the meaning of the account's status. */
  lede?: string
  /** On a page about one thing that is on or off: shown beside the title instead of the account's status. */
  isOn?: boolean
  /** Says that the page's buttons need JavaScript. Forms say so themselves. */
  needsScript?: boolean
  /** Called after the person has confirmed who they are. */
  onConfirmed?: () => void
  /** The page itself announces the removal of a second factor and how to cancel it. */
  saysRemoval?: boolean
  children: ReactNode
}

/**
 * Fetched only where the device itself can store passkeys: otherwise there is nothing to offer. Nobody asked
 * for it, so a failed fetch is not reported.
 */
const PasskeyOffer = latePart(async () => {
  try {
    if (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
      return (await import('#web/passkeys/PasskeyOffer.tsx')).PasskeyOffer
  } catch {}
  return () => null
})

/** The layout for signed-in people: who they are, the menu, and the account's status. */
export function AccountLayout(props: AccountLayoutProps) {
  const { page, values, provider, now, title, lede, isOn, children } = props
  const { onConfirmed } = props
  const { passkeyOffer, factorRemoval } = values
  const [isShown, setShown] = useState(false)
  // Using the factor proves that it is not lost: the server has canceled the request.
  const noteShown = useCallback(() => {
    setShown(true)
    onConfirmed?.()
  }, [onConfirmed])
  useStepUp(noteShown)
  useLatePart(PasskeyOffer, passkeyOffer !== undefined)
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
          <span className="who">
            <bdi>{values.company}</bdi>
            <span>{` · ${values.pin}`}</span>
          </span>
          <SignOut />
        </>
      }
    >
      <div className="account" data-page-of={values.agentId}>
        <div className="between">
          <div>
            <h1>{title}</h1>
            <p className="lede">{lede ?? describeState(values.statusId)}</p>
          </div>
          {/* On a printed invoice it would look like the status of the invoice. */}
          <div className="unprinted">
            {isOn === undefined ? (
              <StatusBadge statusId={values.statusId} text={badgeLabel(values)} />
            ) : (
              <span className={isOn ? 'badge active' : 'badge'}>{isOn ? 'On' : 'Off'}</span>
            )}
          </div>
        </div>
        {props.needsScript && (
          <noscript>
            <p className="banner warn unprinted">
              Most changes here need JavaScript. Please turn it on in your browser.
            </p>
          </noscript>
        )}
        <OpenMonthNotice page={page} month={page === 'billing' ? null : values.openMonth} />
        {factorRemoval && !isShown && !props.saysRemoval && (
          <FactorRemoval removal={factorRemoval} scope={values.scope} role={values.role} />
        )}
        {values.bouncedEmail !== null && page !== 'email-bounced' && (
          <EmailBounced email={values.bouncedEmail} />
        )}
        {passkeyOffer && <PasskeyOffer offer={passkeyOffer} />}
        {values.factorDueAt && values.scope === 'account' && page !== 'second-factor' && (
          <FactorDue dueAt={values.factorDueAt} hasLink />
        )}
        {children}
      </div>
    </AppLayout>
  )
}

/** Only pages the session may open: a past-due account has billing, an ended one reactivation. */
function menuOf(current: AccountPageName, { scope, role }: AccountValues): MenuItem[] {
  return openPagesOf(scope, role).map((name) => ({
    href: accountPages[name].path,
    label: accountPages[name].label,
    isCurrent: name === current,
  }))
}

/** A POST, because signing out changes state; a plain form, because it must work without JavaScript. */
function SignOut() {
  return (
    <form method="post" action="/account/sign-out/" encType="multipart/form-data">
      <button className="account-sign-out" type="submit">
        Sign out
      </button>
    </form>
  )
}

/** Emails to this person bounce. */
function EmailBounced({ email }: { email: string }) {
  return (
    <div className="banner warn unprinted">
      <div>
        {`Our emails to ${email} are bouncing. `}
        <a href={pages['email-bounced']}>Change or test your email</a>
      </div>
    </div>
  )
}
