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

/** A rule limits declines or approved sign-ups. Counts that the outcome disproves are undone. */
type Rule = { reason: string; counts: 'declines' | 'sign-ups'; limit: Limit; subject: string }

/** A card from abroad is acceptable at first, but not after declines from the same network. */
const DECLINES_BEFORE_ABROAD = 2
const DECLINES_PER_EMAIL = 5
const ANY_NUMBER = 1_000_000_000
/** Longer than a gateway usually takes. */
const WAIT_FOR_ROOM_MS = 8 * SECOND
const ASK_AGAIN_MS = 100

/**
 * Card testers try many cards from one network, or one card from many. Whatever they vary, something stays
 * the same: the device, the IP address, or the card, identified by its last four digits and expiry, whatever
 * postal code they enter.
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
   * Counts the payment, or returns the rule whose limit is exhausted. Attempts held by payments in progress
   * may become free again, so wait a few seconds for them: many legitimate payments at once pass one after
   * another.
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

  /** Always in the same order, so that two payments that share several subjects cannot deadlock. */
  function rulesFor(risk: Risk): Rule[] {
    const { email, address } = risk
    const device = deviceOf(risk.fingerprint)
    // An office may have many identical machines, so the cookie helps to identify a browser.
    const browser = device || risk.visitor ? `${device} ${risk.visitor}` : ''
    const card = `${risk.lastFour} ${risk.expiry}`
    const { declinesPerAddress, declinesPerDevice, declinesPerCard } = limits
    const rules = [
      declines('draft', 'declines of one sign-up', DECLINES_PER_EMAIL, email.toLowerCase()),
      ...perIp(declines('address', 'declines from one address', declinesPerAddress, address)),
      declines('device', 'declines on one device', declinesPerDevice, device),
      declines('card', 'declines of one card', declinesPerCard, card),
      ...(isAbroad(risk)
        ? perIp(declines('abroad', 'country mismatch', DECLINES_BEFORE_ABROAD, address))
        : []),
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

/** Per normalized IP address, and loosely per surrounding block. */
function perIp(rule: Rule): Rule[] {
  return limitByIp(rule.limit, rule.subject).map(([limit, subject]) => ({ ...rule, limit, subject }))
}

const countedOf = ({ limit, subject }: Rule): Counted => [limit, subject]

/** The same rule over confirmed outcomes only, without payments in progress. */
function known(rule: Rule): Rule {
  return { ...rule, limit: { ...rule.limit, name: `${rule.limit.name}:known` } }
}

function withoutEnd({ limit, subject }: Rule): Counted {
  return [{ ...limit, tries: ANY_NUMBER }, subject]
}

/** A lost answer does not count as a decline, but it may have been an approved sign-up. */
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

/** The device id from our own agent's payload. Anyone may send garbage, which yields no device. */
function deviceOf(fingerprint: string): string {
  try {
    const { device } = JSON.parse(Buffer.from(fingerprint, 'base64').toString('utf8')) as { device?: unknown }
    return typeof device === 'string' ? oneLine(cutTo(device, 100)) : ''
  } catch {
    return ''
  }
}
