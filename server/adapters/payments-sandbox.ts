import { createHmac, randomUUID } from 'node:crypto'
import { brandOf } from '#contract/fields/card-number.ts'
import { NUMBER_ID_OF_FRAUD } from '#server/demo/card-of-fraud.ts'
import type { Database } from '#server/platform/db/database.ts'
import { outsideTransactions } from '#server/platform/db/outside-transaction.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isSameText } from '#server/platform/secret-tokens.ts'
import { type Clock, DAY, later } from '../ports/clock.ts'
import type { ChargeOutcome, DeclineReason, Payments } from '../ports/payments.ts'
import { noticeFrom } from './gateway-notice.ts'
import { changeSandboxCard, readSandboxReport } from './sandbox-card-reports.ts'

/** The behavior of the sample cards. Any other valid card number is approved. */
const behaviours: Record<string, Behaviour> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient-funds',
  '4000000000000119': 'time-out-after-charge',
  '4000000000000341': 'declined-at-renewal',
  '4000000000000358': 'insufficient-funds-at-renewal',
  '4000000000000366': 'closed-at-renewal',
  '4000000000000374': 'lost-at-renewal',
  '4000000000000382': 'stolen-at-renewal',
  '4000000000000390': 'revoked-at-renewal',
  '4000000000000408': 'do-not-retry-at-renewal',
  '4000000000000416': 'expired-at-renewal',
  '4000000000000424': 'wrong-number-at-renewal',
  '4000000000000432': 'busy-at-renewal',
  '4000000000000440': 'velocity-at-renewal',
  '4000000000000457': 'try-later-at-renewal',
}
type Behaviour = 'approved' | 'time-out-after-charge' | DeclineReason | `${DeclineReason}-at-renewal`

/** Whether the sandbox's bank says that a refusal is final. */
const finality: Partial<Record<DeclineReason, boolean>> = {
  closed: true,
  lost: true,
  stolen: true,
  revoked: true,
  'do-not-retry': true,
  expired: true,
  'wrong-number': true,
  'insufficient-funds': false,
  busy: false,
  velocity: false,
  'try-later': false,
}

/**
 * The sample card of the sample account closed for fraud: a sign-up with it is held for review. Other numbers
 * have no identifier: recognizing them would require storing a hash, and we store none.
 */
const CARD_OF_FRAUD = '4000000000009235'

/**
 * Like the real gateway, which settles once a day: until then a charge can be voided, afterwards only
 * refunded.
 */
const SETTLES_AFTER_MS = DAY

/** The embedded gateway, with its own vault and ledger in its own tables. Not available in production. */
export function openSandbox({ db, clock }: { db: Database; clock: Clock }): Payments {
  const unsettledSince = () => later(clock.now(), -SETTLES_AFTER_MS)
  return outsideTransactions({
    name: 'sandbox',

    async vault(card, { verify = false, token = `sandbox-${randomUUID()}` } = {}) {
      const digits = card.number.replace(/\D/g, '')
      const behaviour = behaviours[digits] ?? 'approved'
      const reason = verify ? refusalOf(behaviour, false) : undefined
      if (reason) return { kind: 'declined', reason, numberId: null }
      if (verify && behaviour === 'time-out-after-charge') return { kind: 'unknown' }
      const lastFour = digits.slice(-4)
      const brand = brandOf(digits).name
      await db.run(sql`
        insert into sandbox_cards (token, brand, last_four, behaviour, created_at)
        values (${token}, ${brand}, ${lastFour}, ${behaviour}, ${clock.now()})`)
      return {
        kind: 'vaulted',
        card: { token, brand, lastFour, expiresMonth: card.expiresMonth, expiresYear: card.expiresYear },
        numberId: digits === CARD_OF_FRAUD ? NUMBER_ID_OF_FRAUD : null,
      }
    },

    async deleteCard(token) {
      await db.run(sql`update sandbox_cards set behaviour = 'declined' where token = ${token}`)
    },

    async charge({ key, token, amount, isRenewal }) {
      const { behaviour } = await db.one<{ behaviour: Behaviour }>(
        sql`select behaviour from sandbox_cards where token = ${token}`,
      )
      const reason = refusalOf(behaviour, isRenewal)
      const reference = `charge-${randomUUID()}`
      await db.run(sql`
        insert into sandbox_charges (reference, key, token, amount_cents, outcome, reason, created_at)
        values (${reference}, ${key}, ${token}, ${amount}, ${reason ? 'declined' : 'paid'}, ${reason ?? null}, ${clock.now()})`)
      if (behaviour === 'time-out-after-charge') return { kind: 'unknown' }
      return outcomeOf({ outcome: reason ? 'declined' : 'paid', reference, reason: reason ?? 'declined' })
    },

    async find(key) {
      const charge = await db.maybe<{
        reference: string
        outcome: string
        reason: DeclineReason
        isVoided: boolean
      }>(sql`
        select reference, outcome, reason, voided_at is not null as "isVoided" from sandbox_charges where key = ${key}`)
      if (!charge) return { kind: 'absent' }
      if (charge.isVoided) return { kind: 'voided' }
      return outcomeOf(charge)
    },

    async void(reference) {
      const voided = await db.run(sql`
        update sandbox_charges set voided_at = coalesce(voided_at, ${clock.now()})
        where reference = ${reference} and (voided_at is not null or created_at > ${unsettledSince()})`)
      return voided === 0 ? { kind: 'settled' } : { kind: 'voided' }
    },

    async refund({ key, reference, amount }) {
      const refund = `refund-${randomUUID()}`
      // Locked first, so that concurrent refunds cannot exceed the charge.
      return db.transaction(async (tx) => {
        const charge = await tx.maybe<{ amount: number }>(sql`
          select amount_cents as amount from sandbox_charges
          where reference = ${reference} and outcome = 'paid' and voided_at is null and created_at <= ${unsettledSince()}
          for update`)
        const { given } = await tx.one<{ given: number }>(sql`
          select coalesce(sum(amount_cents), 0)::integer as given from sandbox_refunds
          where charge_reference = ${reference} and failed_at is null`)
        if (!charge || given + amount > charge.amount) return { kind: 'refused' }
        await tx.run(sql`
          insert into sandbox_refunds (reference, key, charge_reference, amount_cents, created_at)
          values (${refund}, ${key}, ${reference}, ${amount}, ${clock.now()})`)
        return { kind: 'refunded', reference: refund }
      })
    },

    async findRefund(key) {
      const refund = await db.maybe<{ reference: string; hasFailed: boolean }>(
        sql`select reference, failed_at is not null as "hasFailed" from sandbox_refunds where key = ${key}`,
      )
      if (!refund) return { kind: 'absent' }
      return refund.hasFailed ? { kind: 'refused' } : { kind: 'refunded', reference: refund.reference }
    },

    async readNotice({ signature, payload }) {
      if (!isSameText(signature, signSandboxNotice(payload))) return undefined
      return noticeFrom(jsonIn(Buffer.from(payload, 'base64').toString('utf8')))
    },

    readCardReport: (report) => readSandboxReport(db, report),

    async changeCard(token, change) {
      const notice = await changeSandboxCard(db, { token, change }, clock.now())
      const payload = Buffer.from(JSON.stringify(notice)).toString('base64')
      return { payload, signature: signSandboxNotice(payload) }
    },
  })
}

/** The signing key is public, because the sandbox moves no money. */
export function signSandboxNotice(payload: string): string {
  return createHmac('sha256', 'sandbox').update(payload).digest('hex')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const AT_RENEWAL = '-at-renewal'

function refusalOf(behaviour: Behaviour, isRenewal: boolean): DeclineReason | undefined {
  if (behaviour === 'approved' || behaviour === 'time-out-after-charge') return undefined
  if (!behaviour.endsWith(AT_RENEWAL)) return behaviour as DeclineReason
  return isRenewal ? (behaviour.slice(0, -AT_RENEWAL.length) as DeclineReason) : undefined
}

function outcomeOf({
  outcome,
  reference,
  reason,
}: {
  outcome: string
  reference: string
  reason: DeclineReason
}): ChargeOutcome {
  if (outcome === 'paid') return { kind: 'paid', reference }
  const isHard = finality[reason]
  return { kind: 'declined', reason, ...(isHard === undefined ? {} : { isHard }) }
}
