import type { Config } from '#server/config/config.ts'
import { seal, unseal } from '#server/identity/seal.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { DAY } from '#server/ports/clock.ts'

export type Step = { asked: string; answered: string }

/**
 * Everything the sample partner remembers about its visitor. A real partner keeps this in its own database.
 */
export type Remembered = {
  asking?: { state: string; verifier: string } | undefined
  tokens?: { access: string; refresh: string; scope: string; endsAt: string } | undefined
  me?: Record<string, string> | undefined
  steps: Step[]
  problem: string
}

const NAME = 'demo-partner'
const STEPS_KEPT = 6

export function recall(visitor: Visitor, config: Config): Remembered {
  const kept = unseal(visitor.cookies[cookieName(NAME, config)] ?? '', NAME, config.secrets)
  return kept === undefined ? { steps: [], problem: '' } : (JSON.parse(kept) as Remembered)
}

export function remember(visitor: Visitor, config: Config, known: Remembered): void {
  const kept = { ...known, steps: known.steps.slice(-STEPS_KEPT) }
  visitor.setCookie(cookieOf(NAME, seal(JSON.stringify(kept), NAME, config.secrets), DAY, config))
}
