import { useEffect, useRef, useState } from 'react'
import { openPagesOf } from '#contract/accounts/account-pages.ts'
import type { AccountValues, FactorRemoval as Removal } from '#contract/accounts/account-values.ts'
import { keepSecondFactor } from '#contract/features/second-factor.ts'
import { pages } from '#contract/pages.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type FactorRemovalProps = { removal: Removal } & Pick<AccountValues, 'scope' | 'role'>

const texts = {
  'second-factor': {
    willBe: (when: string) => `two-step verification is turned off and your passkeys are removed on ${when}`,
    kept: 'Two-step verification stays on.',
  },
  passkeys: {
    willBe: (when: string) => `your passkeys are removed on ${when}`,
    kept: 'You keep your passkeys.',
  },
} as const

/** Someone reported the person's second factor as lost, and may be reading the mails about it. */
export function FactorRemoval({ removal: { what, removesAt }, scope, role }: FactorRemovalProps) {
  const [isKept, setKept] = useState(false)
  const { willBe, kept } = texts[what]
  const canChange = openPagesOf(scope, role).includes('security')
  const news = useRef<HTMLDivElement>(null)
  // The pressed button is gone.
  useEffect(() => {
    if (isKept) news.current?.focus()
  }, [isKept])
  return (
    <div className="unprinted">
      <div role="status" tabIndex={-1} ref={news}>
        {isKept && (
          <div className="banner ok">
            <div>
              {`The request was canceled. ${kept} If you did not make it, someone else may know your password: `}
              <a href={canChange ? pages.security : pages['password-reset']}>set a new one now</a>
            </div>
          </div>
        )}
      </div>
      {!isKept && (
        <div className="banner warn">
          <div className="account-removal">
            <p>{`Someone asked us to remove a lost second factor. Unless you cancel this, ${willBe(removesAt)}. If it was you, you do not need to do anything.`}</p>
            <CancelRemoval onCanceled={() => setKept(true)} />
          </div>
        </div>
      )}
    </div>
  )
}

/** Cancels the request to remove a second factor reported as lost. */
export function CancelRemoval({ onCanceled }: { onCanceled: () => void }) {
  const isHydrated = useHydrated()
  const { isBusy, error, start } = useCall()
  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster">
        <Button
          small
          look="quiet"
          busy={isBusy}
          disabled={!isHydrated}
          onClick={() => start(keepSecondFactor, {}, onCanceled)}
        >
          Cancel the request
        </Button>
      </div>
      <noscript>
        <p>To cancel it without JavaScript, use the link in our email.</p>
      </noscript>
    </>
  )
}

/** The owner requires a second factor, and this person does not have one yet. */
export function FactorDue({ dueAt, hasLink = false }: { dueAt: string; hasLink?: boolean }) {
  return (
    <div className="banner warn unprinted">
      <div>
        {`The owner of this account requires two-step verification. Set it up by ${dueAt}. After that, you must set it up before you can do anything else. `}
        {hasLink && <a href={pages['second-factor']}>Set it up now</a>}
      </div>
    </div>
  )
}
