import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as messages from '#contract/billing/messages.ts'
import { findRegion } from '#contract/catalogue/regions.ts'
import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  type Counted,
  findExhausted,
  giveBackTries,
  type Limit,
  limitByIp,
  takeTries,
} from '#server/platform/limits.ts'
import { SECOND } from '../ports/clock.ts'
import type { Fraud, PaymentEnd, RefusedPayment, Risk } from '../ports/fraud.ts'

/** Some of it are declines, some are approved sign-ups: what an end proves wrong is taken back. */
type Rule = { reason: string; counts: 'declines' | 'sign-ups'; limit: Limit; subject: string }

/** A payment abroad is honest at first sight; after declines from the same place it is not. */
const DECLINES_BEFORE_ABROAD = 2
const DECLINES_PER_EMAIL = 5
const ANY_NUMBER = 1_000_000_000
/** Longer than a gateway usually takes. */
const WAIT_FOR_ROOM_MS = 8 * SECOND
const ASK_AGAIN_MS = 100

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
      const exhausted = await findExhausted(db, rulesFor(risk).map(known), now)
      return exhausted && refusalBy(exhausted)
    },

    async countPayment(risk, now) {
      const counted = rulesFor(risk)
      const full = await findFull(counted, now)
      if (full) return refusalBy(full)
      return {
        async refusalOfNumber(numberId, later) {
          if (numberId === null) return undefined
          const rule = declines('number', 'declines of one number', limits.declinesPerCard, numberId)
          const isFull = await findFull([rule], later)
          if (isFull) return refusalBy(rule)
          counted.push(rule)
          return undefined
        },
        async end(end) {
          const proven = counted.filter(({ counts }) => proves(end, counts))
          if (proven.length > 0) await takeTries(db, proven.map(known).map(withoutEnd), now)
          const untrue = counted.filter(({ counts }) => !mayBe(end, counts))
          if (untrue.length > 0) await giveBackTries(db, untrue.map(countedOf))
        },
      }
    },
  }

  /**
   * Counts, or says which limit has no room. Room that only payments under way have taken may come free again, so it
   * is waited for, a few seconds at most: many honest ones at once pass one after the other.
   */
  async function findFull(rules: readonly Rule[], now: Date): Promise<Rule | undefined> {
    const giveUpAt = Date.now() + WAIT_FOR_ROOM_MS
    let full = await takeTries(db, rules.map(countedOf), now)
    while (full && Date.now() < giveUpAt) {
      const exhausted = await findExhausted(db, rules.map(known), now)
      if (exhausted) return exhausted
      await pause(ASK_AGAIN_MS)
      full = await takeTries(db, rules.map(countedOf), now)
    }
    return full && rules[full.place]
  }

  /** In one order for everyone: two payments that share several subjects never wait for each other. */
  function rulesFor(risk: Risk): Rule[] {
    const { email, address } = risk
    const device = deviceOf(risk.fingerprint)
    // An office may have many machines that look the same: a browser is also known by its cookie.
    const browser = device || risk.visitor ? `${device} ${risk.visitor}` : ''
    const card = `${risk.lastFour} ${risk.expiry}`
    const { declinesPerAddress, declinesPerDevice, declinesPerCard } = limits
    const abroad = isAbroad(risk) ? DECLINES_BEFORE_ABROAD : ANY_NUMBER
    const rules = [
      declines('draft', 'declines of one sign-up', DECLINES_PER_EMAIL, email.toLowerCase()),
      ...perIp(declines('address', 'declines from one address', declinesPerAddress, address)),
      declines('device', 'declines on one device', declinesPerDevice, device),
      declines('card', 'declines of one card', declinesPerCard, card),
      ...perIp(declines('abroad', 'country mismatch', abroad, address)),
    ]
    if (risk.isSignUp) {
      const { signUpsPerDeviceAndDay, signUpsPerAddressAndDay } = limits
      rules.push(
        signUps('device', 'sign-ups on one device', signUpsPerDeviceAndDay, browser),
        ...perIp(signUps('address', 'sign-ups from one address', signUpsPerAddressAndDay, address)),
      )
    }
    return rules.filter(({ subject }) => subject !== '')
  }

  function refusalBy(rule: Rule | undefined): RefusedPayment {
    log.warn({ reason: rule?.reason }, 'a payment was refused before the charge')
    const errors = rule?.counts === 'sign-ups' ? messages.tooManySignUps : messages.paymentRefused
    return { refused: 'invalid-fields', errors }
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
function perIp(rule: Rule): Rule[] {
  return limitByIp(rule.limit, rule.subject).map(([limit, subject]) => ({ ...rule, limit, subject }))
}

const countedOf = ({ limit, subject }: Rule): Counted => [limit, subject]

/** The same rule over what is known for certain; what is under way does not count there. */
function known(rule: Rule): Rule {
  return { ...rule, limit: { ...rule.limit, name: `${rule.limit.name}:known` } }
}

function withoutEnd({ limit, subject }: Rule): Counted {
  return [{ ...limit, tries: ANY_NUMBER }, subject]
}

/** A lost answer is nobody's decline, but may have been an approved sign-up. */
function mayBe(end: PaymentEnd, counts: Rule['counts']): boolean {
  switch (end) {
    case 'approved':
    case 'unknown':
      return counts === 'sign-ups'
    case 'declined':
      return counts === 'declines'
    case 'unasked':
      return false
  }
}

function proves(end: PaymentEnd, counts: Rule['counts']): boolean {
  return end !== 'unknown' && mayBe(end, counts)
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
