import { feedSeals } from '#server/accounts/feed/endpoints.ts'
import type { Deps } from '#server/deps.ts'
import { operatorSeals } from '#server/identity/operators/operator-factors.ts'
import { mailSeals, type Renewed, renewGrantSeals, renewSeals } from '#server/identity/seal.ts'
import { factorSeals } from '#server/identity/second-factors.ts'
import { HOUR } from '#server/ports/clock.ts'

type SealDeps = Pick<Deps, 'db' | 'config' | 'log'>

/**
 * As soon as another secret is in use, and then every hour: a request that began before may store something
 * afterwards.
 */
export function handleSeals(deps: SealDeps & Pick<Deps, 'jobs' | 'clock'>): void {
  let last: { secret: string | undefined; at: number } | undefined
  deps.jobs.every('seals', 60, async () => {
    const [secret] = deps.config.secrets
    const at = deps.clock.now().getTime()
    if (last && last.secret === secret && at < last.at + HOUR) return
    if (await renewAllSeals(deps)) last = { secret, at }
  })
}

/** Re-encrypts everything stored with the current secret. False if the next pass has to continue. */
export async function renewAllSeals({ db, config, log }: SealDeps): Promise<boolean> {
  const outcomes: Record<string, Renewed> = {
    'second factors': await renewSeals(db, factorSeals, config.secrets),
    'mail passwords': await renewSeals(db, mailSeals, config.secrets),
    'feed secrets': await renewSeals(db, feedSeals, config.secrets),
    'operators’ factors': await renewSeals(db, operatorSeals, config.secrets),
    'email-video grants': await renewGrantSeals(db, config.secrets),
  }
  const unreadable = Object.keys(outcomes).filter((name) => outcomes[name]?.hasUnreadable)
  const renewed = Object.values(outcomes).reduce((sum, outcome) => sum + outcome.renewed, 0)
  const isFinished = Object.values(outcomes).every((outcome) => outcome.isFinished)
  if (unreadable.length > 0)
    log.error(
      { unreadable },
      'Something stored is encrypted with a secret that SECRETS lacks: put it back, after the others.',
    )
  else if (isFinished && config.secrets.length > 1)
    log.info({ renewed }, 'Everything stored is encrypted with the secret in use.')
  return isFinished
}
