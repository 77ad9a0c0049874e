import type { FastifyBaseLogger } from 'fastify'
import * as messages from '#contract/messages.ts'
import { cutTo, oneLine } from '#contract/plain-text.ts'
import { findRegion } from '#contract/regions.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type Counted, findExhausted, fromPlace, giveBackTries, type Limit, takeTries } from '../limits.ts'
import type { Fraud, PaymentEnd, Risk } from '../ports/fraud.ts'
import { type Refused, refuse } from '../refusal.ts'

/** Some of it are declines, some are approved sign-ups: what an end proves wrong is taken back. */
type Rule = { reason: string; counts: 'declines' | 'sign-ups'; limit: Limit; subject: string }

/** A payment abroad is honest at first sight; after declines from the same place it is not. */
const DECLINES_BEFORE_ABROAD = 2
const DECLINES_PER_EMAIL = 5
const ANY_NUMBER = 1_000_000_000

/**
 * Card testers try many cards from one place, or one card from many. Whatever they vary, something stays: the device,
 * the address, or the card; and of the card its last four and expiry, whatever postal code comes with it.
 */
export function openFraudRules({
  db,
  log,
  limits,
}: {
  db: Database
  log: FastifyBaseLogger
  limits: Config['fraudLimits']
}): Fraud {
  return {
    async refusalOf(risk, now) {
      const exhausted = await findExhausted(db, rulesFor(risk), now)
      return exhausted && refusalBy(exhausted)
    },

    async countPayment(risk, now) {
      const counted = rulesFor(risk)
      const full = await takeTries(db, counted.map(countedOf), now)
      if (full) return refusalBy(counted[full.place])
      return {
        async refusalOfNumber(numberId, later) {
          if (numberId === null) return undefined
          const rule = declines('number', 'declines of one number', limits.declinesPerCard, numberId)
          if (await takeTries(db, [countedOf(rule)], later)) return refusalBy(rule)
          counted.push(rule)
          return undefined
        },
        async end(end) {
          const untrue = counted.filter(({ counts }) => !mayBe(end, counts))
          if (untrue.length > 0) await giveBackTries(db, untrue.map(countedOf))
        },
      }
    },
  }

  /** In one order for everyone: two payments that share several subjects never wait for each other. */
  function rulesFor(risk: Risk): Rule[] {
    const { email, address } = risk
    const device = deviceOf(risk.fingerprint)
    const card = `${risk.lastFour} ${risk.expiry}`
    const { declinesPerAddress, declinesPerDevice, declinesPerCard } = limits
    const abroad = isAbroad(risk) ? DECLINES_BEFORE_ABROAD : ANY_NUMBER
    const rules = [
      declines('draft', 'declines of one sign-up', DECLINES_PER_EMAIL, email.toLowerCase()),
      ...perPlace(declines('address', 'declines from one address', declinesPerAddress, address)),
      declines('device', 'declines on one device', declinesPerDevice, device),
      declines('card', 'declines of one card', declinesPerCard, card),
      ...perPlace(declines('abroad', 'country mismatch', abroad, address)),
    ]
    if (risk.isSignUp) {
      const { signUpsPerDeviceAndDay, signUpsPerAddressAndDay } = limits
      rules.push(
        signUps('device', 'sign-ups on one device', signUpsPerDeviceAndDay, device),
        ...perPlace(signUps('address', 'sign-ups from one address', signUpsPerAddressAndDay, address)),
      )
    }
    return rules.filter(({ subject }) => subject !== '')
  }

  function refusalBy(rule: Rule | undefined): Refused {
    log.warn({ reason: rule?.reason }, 'a payment was refused before the charge')
    const errors = rule?.counts === 'sign-ups' ? messages.tooManySignUps : messages.paymentRefused
    return refuse('invalid-fields', { errors })
  }
}

function declines(what: string, reason: string, tries: number, subject: string): Rule {
  return {
    reason,
    counts: 'declines',
    limit: { name: `declines:${what}`, tries, windowMinutes: 60 },
    subject,
  }
}

function signUps(what: string, reason: string, tries: number, subject: string): Rule {
  const limit = { name: `sign-ups:${what}`, tries, windowMinutes: 24 * 60 }
  return { reason, counts: 'sign-ups', limit, subject }
}

/** One address, however it is spelled, and loosely the net around it. */
function perPlace(rule: Rule): Rule[] {
  return fromPlace(rule.limit, rule.subject).map(([limit, subject]) => ({ ...rule, limit, subject }))
}

const countedOf = ({ limit, subject }: Rule): Counted => [limit, subject]

/** While a payment is unknown it may be either: whoever tests cards waits for the answer as well. */
function mayBe(end: PaymentEnd, counts: Rule['counts']): boolean {
  switch (end) {
    case 'approved':
      return counts === 'sign-ups'
    case 'declined':
      return counts === 'declines'
    case 'unknown':
      return true
    case 'unasked':
      return false
  }
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
