import { useEffect, useState } from 'react'
import type { SetUpNews } from '#contract/features/set-up/values.ts'
import type { SignInBanner } from '#contract/features/sign-in/values.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { StatusBanner } from './StatusBanner.tsx'

type RegisteredBannerProps = { banner: SignInBanner; provider: Provider; start: SetUpNews }

/**
 * That the account is being set up, with a line under it that follows; once it is ready, that alone. What follows the
 * set-up is fetched only by those who have something to follow.
 */
export function RegisteredBanner({ banner, provider, start }: RegisteredBannerProps) {
  const [news, setNews] = useState(start)

  useEffect(() => {
    const leaving = new AbortController()
    // A script that does not arrive leaves the line as it is: the mail tells, too.
    import('./follow-set-up.ts').then(({ follow }) => follow(setNews, leaving.signal)).catch(() => {})
    return () => leaving.abort()
  }, [])

  const isReady = news.state === 'ready'
  return (
    <>
      <StatusBanner banner={banner} provider={provider} instead={isReady ? news.words : undefined} />
      <p className={isReady ? 'set-up past' : `set-up ${news.state}`} role="status">
        {isReady ? start.words : news.words}
      </p>
    </>
  )
}
