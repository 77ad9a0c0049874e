import { useEffect, useRef, useState } from 'react'
import { openPagesOf } from '#contract/accounts/account-pages.ts'
import type { AccountValues, FactorRemoval as Removal } from '#contract/accounts/account-values.ts'
import { pages } from '#contract/pages.ts'
import { CancelRemoval } from './CancelRemoval.tsx'

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

/** Someone said that the person's second factor was lost. Whoever did may read the mails that tell of it. */
export function FactorRemoval({ removal: { what, removesAt }, scope, role }: FactorRemovalProps) {
  const [isKept, setKept] = useState(false)
  const { willBe, kept } = texts[what]
  const canChange = openPagesOf(scope, role).includes('security')
  const news = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
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
