import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as messages from '#contract/billing/messages.ts'
import { findRegion } from '#contract/catalogue/regions.ts'
import { isCardBlocked, isVisitorBlocked } from '#server/billing/blocks/blocks.ts'
import { isOfFraudAccount } from '#server/billing/cards/cards.ts'
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
import type { CountedPayment, Fraud, PaymentEnd, RefusedPayment, Review, Risk } from '../ports/fraud.ts'

/** A rule limits declines, approved or held sign-ups. Counts that the outcome disproves are undone. */
type Rule = { reason: string; counts: 'declines' | 'sign-ups' | 'held'; limit: Limit; subject: string }

/** A foreign card is acceptable at first, but not after declines from the same network. */
const DECLINES_BEFORE_ABROAD = 2
const DECLINES_PER_EMAIL = 5
/** How many sign-ups may be under review per day. Without a limit, anyone could fill the operator's list. */
const HELD_PER_DEVICE = 5
const HELD_PER_ADDRESS = 20
const CARD_OF_FRAUD = 'card of an account closed for fraud'
/** Eight times this, for a block of IPs, must fit into the column. */
const ANY_NUMBER = 100_000_000
/** Longer than a gateway usually takes. */
const WAIT_FOR_OTHERS_MS = 8 * SECOND
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
      const blocked = await refusalOfVisitor(risk, now)
      if (blocked) return blocked
      const { refusing, holding, held } = rulesFor(risk)
      const exhausted = await findExhausted(db, refusing.map(known), now)
      if (exhausted) return refusalBy(exhausted)
      if (!(await findExhausted(db, holding.map(known), now))) return undefined
      const full = await findExhausted(db, held, now)
      return full && refusalBy(full)
    },

    async countPayment(risk, now) {
      const blocked = await refusalOfVisitor(risk, now)
      if (blocked) return blocked
      const { refusing, holding, held } = rulesFor(risk)
      const full = await findFull(refusing, now)
      if (full) return refusalBy(full)
      const doubtful = await findFull(holding, now)
      if (!doubtful) return followPayment(risk, { counted: [...refusing, ...holding], held, doubtful }, now)
      const overflow = await countHeld(held, refusing, now)
      return overflow ?? followPayment(risk, { counted: [...refusing, ...held], held, doubtful }, now)
    },
  }

  function followPayment(
    risk: Risk,
    { counted, held, doubtful }: { counted: Rule[]; held: Rule[]; doubtful: Rule | undefined },
    now: Date,
  ): CountedPayment {
    return {
      async checkNumber(numberId, later) {
        const byRule = doubtful && reviewBy(doubtful.reason)
        if (numberId === null) return byRule
        if (await isCardBlocked(db, numberId, later)) return refusalBy(undefined, 'blocked card')
        const rule = declines('number', 'declines of one number', limits.declinesPerCard, numberId)
        if (await findFull([rule], later)) return refusalBy(rule)
        counted.push(rule)
        if (byRule || !risk.isSignUp || !(await isOfFraudAccount(db, numberId))) return byRule
        const overflow = await countHeld(held, [], later)
        if (overflow) return overflow
        counted.push(...held)
        return reviewBy(CARD_OF_FRAUD)
      },
      async end(end) {
        // It is already done: if this fails, the payment stays counted as in progress.
        await correct(counted, end, now).catch(() => {})
      },
    }
  }

  async function correct(counted: readonly Rule[], end: PaymentEnd, now: Date): Promise<void> {
    const proven = counted.filter(({ counts }) => proves(end, counts))
    if (proven.length > 0) await takeTries(db, proven.map(known).map(withoutEnd), now)
    const untrue = counted.filter(({ counts }) => !mayBe(end, counts))
    if (untrue.length > 0) await giveBackTries(db, untrue.map(countedOf))
  }

  async function refusalOfVisitor({ address, device }: Risk, now: Date): Promise<RefusedPayment | undefined> {
    const isBlocked = await isVisitorBlocked(db, { ip: address, device }, now)
    return isBlocked ? refusalBy(undefined, 'blocked address or device') : undefined
  }

  /**
   * Counts a sign-up under review. If there are too many already, it is refused, and its other counts are
   * undone.
   */
  async function countHeld(held: Rule[], counted: Rule[], now: Date): Promise<RefusedPayment | undefined> {
    const full = await takeTries(db, held.map(countedOf), now)
    if (!full) return undefined
    if (counted.length > 0) await giveBackTries(db, counted.map(countedOf))
    return refusalBy(held[full.place])
  }

  /**
   * Counts the payment, or returns the rule whose limit is exhausted. Attempts used by payments in progress
   * may become free again, so wait a few seconds for them: many legitimate payments at once pass one after
   * another.
   */
  async function findFull(rules: readonly Rule[], now: Date): Promise<Rule | undefined> {
    if (rules.length === 0) return undefined
    const giveUpAt = performance.now() + WAIT_FOR_OTHERS_MS
    let full = await takeTries(db, rules.map(countedOf), now)
    while (full && performance.now() < giveUpAt) {
      const exhausted = await findExhausted(db, rules.map(known), now)
      if (exhausted) return exhausted
      await pause(ASK_AGAIN_MS)
      full = await takeTries(db, rules.map(countedOf), now)
    }
    return full && rules[full.place]
  }

  /**
   * Card testing is refused. A merely unusual sign-up is held for review, up to a limit. Always in the same
   * order, so that two payments that share several subjects cannot deadlock.
   */
  function rulesFor(risk: Risk): { refusing: Rule[]; holding: Rule[]; held: Rule[] } {
    const { email, address, device } = risk
    // An office may have many identical machines, so the cookie helps to identify a browser.
    const browser = device || risk.visitor ? `${device} ${risk.visitor}` : ''
    const card = `${risk.lastFour} ${risk.expiry}`
    const { declinesPerAddress, declinesPerDevice, declinesPerCard } = limits
    // Declines of any card are counted; only foreign cards have a limit.
    const isFromAbroad = isAbroad(risk)
    const abroad = perIp(
      declines('abroad', 'country mismatch', isFromAbroad ? DECLINES_BEFORE_ABROAD : ANY_NUMBER, address),
    )
    const refusing = [
      declines('draft', 'declines of one sign-up', DECLINES_PER_EMAIL, email.toLowerCase()),
      ...perIp(declines('address', 'declines from one address', declinesPerAddress, address)),
      declines('device', 'declines on one device', declinesPerDevice, device),
      declines('card', 'declines of one card', declinesPerCard, card),
    ].filter(isAboutSomething)
    if (!risk.isSignUp || !isFromAbroad) refusing.push(...abroad)
    if (!risk.isSignUp) return { refusing, holding: [], held: [] }
    const { signUpsPerDeviceAndDay, signUpsPerAddressAndDay } = limits
    return {
      refusing,
      holding: [
        ...(isFromAbroad ? abroad : []),
        signUps('device', 'sign-ups on one device', signUpsPerDeviceAndDay, browser),
        ...perIp(signUps('address', 'sign-ups from one address', signUpsPerAddressAndDay, address)),
      ].filter(isAboutSomething),
      held: [
        heldSignUps('device', HELD_PER_DEVICE, device),
        ...perIp(heldSignUps('address', HELD_PER_ADDRESS, address)),
      ].filter(isAboutSomething),
    }
  }

  function refusalBy(rule: Rule | undefined, reason = rule?.reason): RefusedPayment {
    log.warn({ reason }, 'a payment was refused before the charge')
    const errors = rule?.counts === 'held' ? messages.tooManySignUps : messages.paymentRefused
    return { refused: 'invalid-fields', errors }
  }

  function reviewBy(reason: string): Review {
    log.warn({ reason }, 'a sign-up is held for review')
    return { review: reason }
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

function heldSignUps(what: string, tries: number, subject: string): Rule {
  const limit = { name: `held:${what}`, tries, windowMinutes: 24 * 60 }
  return { reason: `held sign-ups by ${what}`, counts: 'held', limit, subject }
}

const isAboutSomething = ({ subject }: Rule) => subject !== ''

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
    case 'held':
      return counts === 'held'
    case 'unasked':
      return false
  }
}

function proves(end: PaymentEnd, counts: Rule['counts']): boolean {
  return end !== 'unknown' && end !== 'held' && mayBe(end, counts)
}

function isAbroad({ cardCountry, customerState }: Risk): boolean {
  const country = findRegion(customerState)?.country
  return country !== undefined && country !== cardCountry
}
