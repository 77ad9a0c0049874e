import { useEffect, useState } from 'react'
import { followProvisioning, type ProvisioningNews } from '#contract/features/provisioning.ts'
import type { SignInBanner } from '#contract/features/sign-in.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { send } from '#web/api.ts'
import { StatusBanner } from './StatusBanner.tsx'

type RegisteredBannerProps = { banner: SignInBanner; provider: Provider; start: ProvisioningNews }

/** Says that the account is being set up, with its progress, and finally that it is ready. */
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

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 20_000

/** Polls with growing intervals until the account is ready, and only while the page is visible. */
async function follow(tell: (news: ProvisioningNews) => void, signal: AbortSignal): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.2, LONGEST_WAIT_MS)) {
    await pause(waitMs)
    await untilSeen()
    if (signal.aborted) return
    const outcome = await send(followProvisioning, {}, { signal })
    if (outcome.kind !== 'answered' || outcome.answer.data.state === 'none') continue
    tell(outcome.answer.data)
    if (outcome.answer.data.state === 'ready') return
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds))
}

function untilSeen(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resume) => {
    document.addEventListener('visibilitychange', () => resume(), { once: true })
  })
}
