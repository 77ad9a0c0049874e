import { useEffect, useState } from 'react'
import type { ProvisioningNews } from '#contract/features/provisioning.ts'
import type { SignInBanner } from '#contract/features/sign-in.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { follow } from './follow-provisioning.ts'
import { StatusBanner } from './StatusBanner.tsx'

type RegisteredBannerProps = { banner: SignInBanner; provider: Provider; start: ProvisioningNews }

/**
 * Says that the account is being set up, with a line that follows the progress; once it is ready, only that.
 */
export function RegisteredBanner({ banner, provider, start }: RegisteredBannerProps) {
  const [news, setNews] = useState(start)

  useEffect(() => {
    const leaving = new AbortController()
    void follow(setNews, leaving.signal)
    return () => leaving.abort()
  }, [])

  const isReady = news.state === 'ready'
  return (
    <>
      <StatusBanner banner={banner} provider={provider} instead={isReady ? news.words : undefined} />
      <p className={isReady ? 'sign-in-set-up sign-in-past' : `sign-in-set-up ${news.state}`} role="status">
        {isReady ? start.words : news.words}
      </p>
    </>
  )
}
