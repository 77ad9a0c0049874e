import { followProvisioning, type ProvisioningNews } from '#contract/features/provisioning.ts'
import { send } from '#web/api.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 20_000

/** Polls with growing intervals until the account is ready, and only while the page is visible. */
export async function follow(tell: (news: ProvisioningNews) => void, signal: AbortSignal): Promise<void> {
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
