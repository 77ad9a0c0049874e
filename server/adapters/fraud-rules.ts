import type { FastifyBaseLogger } from 'fastify'
import * as messages from '#contract/messages.ts'
import { cutTo, oneLine } from '#contract/plain-text.ts'
import { findRegion } from '#contract/regions.ts'
import type { Database } from '../db/database.ts'
import { countTry, findExhausted, type Limit } from '../limits.ts'
import type { Fraud, Risk } from '../ports/fraud.ts'
import { refuse } from '../refusal.ts'

/** Card testers try many cards from one place, or one card from many: declines are what gives them away. */
const rules: { reason: string; limit: Limit; subjectOf: (risk: Risk) => string }[] = [
  {
    reason: 'declines of one sign-up',
    limit: declines('draft', 5),
    subjectOf: (risk) => risk.email.toLowerCase(),
  },
  { reason: 'declines from one address', limit: declines('address', 12), subjectOf: (risk) => risk.address },
  {
    reason: 'declines on one device',
    limit: declines('device', 6),
    subjectOf: (risk) => deviceOf(risk.fingerprint),
  },
  {
    reason: 'declines of one card',
    limit: declines('card', 4),
    subjectOf: (risk) => `${risk.lastFour} ${risk.expiry} ${risk.postalCode}`,
  },
]
/** A card of another country is honest at first sight; after declines from the same place it is not. */
const declinesAbroad = declines('abroad', 2)

export function openFraudRules({ db, log }: { db: Database; log: FastifyBaseLogger }): Fraud {
  return {
    async refusalOf(risk, now) {
      const asked = rules.map(({ reason, limit, subjectOf }) => ({ reason, limit, subject: subjectOf(risk) }))
      if (isAbroad(risk))
        asked.push({ reason: 'country mismatch', limit: declinesAbroad, subject: risk.address })
      const exhausted = await findExhausted(
        db,
        asked.filter(({ subject }) => subject !== ''),
        now,
      )
      return exhausted && refusal(exhausted.reason)
    },

    async noteDecline(risk, now) {
      for (const { limit, subjectOf } of rules) {
        const subject = subjectOf(risk)
        if (subject !== '') await countTry(db, limit, subject, now)
      }
      await countTry(db, declinesAbroad, risk.address, now)
    },
  }

  function refusal(reason: string) {
    log.warn({ reason }, 'a payment was refused before the charge')
    return refuse('invalid-fields', { errors: messages.paymentRefused })
  }
}

function declines(what: string, tries: number): Limit {
  return { name: `declines:${what}`, tries, windowMinutes: 60 }
}

function isAbroad({ cardCountry, customerState }: Risk): boolean {
  const country = findRegion(customerState)?.country
  return country !== undefined && country !== cardCountry
}

/** The visitor id inside our own agent's payload; anyone may send nonsense, which is then no device at all. */
function deviceOf(fingerprint: string): string {
  try {
    const { device } = JSON.parse(Buffer.from(fingerprint, 'base64').toString('utf8')) as { device?: unknown }
    return typeof device === 'string' ? oneLine(cutTo(device, 100)) : ''
  } catch {
    return ''
  }
}
