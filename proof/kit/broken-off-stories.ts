import { isDeepStrictEqual } from 'node:util'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import type { Deps } from '#server/deps.ts'
import { requestRecovery } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { transaction } from '#server/platform/transaction.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { addProtected } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { DECLINED_AT_RENEWAL, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'
import { type Break, openBreakableJobs } from './breakable-jobs.ts'
import { rowsWithoutIds } from './rows-without-ids.ts'
import { isFull } from './size.ts'

export type Story = {
  jobs: string[]
  prepare(harness: Harness): Promise<unknown>
  /** The person's request, before the jobs run. */
  first?: (deps: Deps) => Promise<unknown>
}

const leave = ({ db, clock }: Harness, id: number) =>
  db.run(sql`
    update subscriptions set cancel_on = '2026-12-15', cancel_requested_at = ${clock.now()}, cancel_reference = 'C-1'
    where id = ${id}`)
const hold = ({ db }: Harness, id: number) =>
  db.run(sql`update subscriptions set held_from = '2026-12-15', held_until = '2027-01-15' where id = ${id}`)
const renewOn = async (harness: Harness, days: readonly number[]) => {
  for (const day of days) {
    harness.clock.set(`2026-12-${day}T06:00:02Z`)
    await renewDue(harness)
  }
}

export const stories: Record<string, Story> = {
  'a month begins, is refused, has no answer, is on hold, or is the end': {
    jobs: ['renewals'],
    async prepare(harness) {
      await subscribe(harness)
      await subscribe(harness, { number: DECLINED_AT_RENEWAL })
      await subscribe(harness, { number: TIMES_OUT })
      await leave(harness, (await subscribe(harness)).subscriptionId)
      await hold(harness, (await subscribe(harness)).subscriptionId)
      harness.clock.set('2026-12-15T06:00:00Z')
    },
  },
  'a last day begins': {
    jobs: ['renewals'],
    async prepare(harness) {
      await subscribe(harness, { number: DECLINED_AT_RENEWAL })
      await renewOn(harness, [15, 16, 18, 20])
      harness.clock.set('2026-12-21T06:00:03Z')
    },
  },
  'an unpaid account ends': {
    jobs: ['renewals'],
    async prepare(harness) {
      await subscribe(harness, { number: DECLINED_AT_RENEWAL })
      await renewOn(harness, [15, 16, 18, 20, 21])
      harness.clock.set('2026-12-22T06:00:03Z')
    },
  },
  'the ends of holds and of cards are announced': {
    jobs: ['hold-notices', 'card-notices'],
    async prepare(harness) {
      for (let one = 0; one < 2; one += 1)
        await hold(harness, (await subscribe(harness, { expires: [1, 2027] })).subscriptionId)
      await renewOn(harness, [15])
      harness.clock.set('2027-01-10T12:00:00Z')
    },
  },
  'held sign-ups expire': {
    jobs: ['held-sign-ups'],
    async prepare(harness) {
      await addFraudAccount(harness)
      for (let one = 0; one < 2; one += 1) await holdSignUp(harness)
      harness.clock.advance(DAY)
    },
  },
  'a sign-up without an answer is settled and set up': {
    jobs: [],
    async prepare(harness) {
      await send(harness, submitSignUp, goodSignUp({ number: TIMES_OUT }), { address: freshIp() })
      harness.clock.advance(HOUR)
    },
  },
  'money is given back': {
    jobs: [],
    async prepare(harness) {
      await subscribe(harness)
      await renewOn(harness, [15])
      harness.clock.advance(3 * DAY)
    },
    async first(deps) {
      const { bill } = await deps.db.one<{ bill: string }>(
        sql`select number as bill from invoices where charge_id is not null`,
      )
      const howMuch = { kind: 'amount', cents: 500 } as const
      const why = { reason: 'goodwill', words: 'The lines were down', actor: 'operator:tests' } as const
      return giveMoneyBack(deps, { key: 'given-once', bill, howMuch, way: 'card', ...why })
    },
  },
  'figures are summed, lost jobs found, and a lost factor removed': {
    jobs: ['figures', 'lost-jobs', 'factor-recoveries'],
    async prepare(harness) {
      const person = await addProtected(harness)
      const { clock, db } = harness
      await transaction(harness, (tx) => requestRecovery(tx, person, 'system'))
      await subscribe(harness)
      await renewOn(harness, [15])
      await db.run(sql`delete from pgboss.job where name = 'deliver-mail'`)
      clock.set('2026-11-17T12:00:00Z')
    },
  },
}

/** Every row, and how many mails were delivered. */
type End = Record<string, string[] | number>

/** The interrupted run, and four more without interruption, so that whatever waits for a time is done. */
async function tell({ jobs, prepare, first }: Story, broken?: Break): Promise<{ steps: number; end: End }> {
  const harness = await openHarness()
  try {
    await prepare(harness)
    const breakable = openBreakableJobs(harness)
    const steps = await breakable.run(jobs, broken, first)
    for (let round = 0; round < 4; round += 1) {
      harness.clock.advance(20 * MINUTE)
      await breakable.run(jobs, undefined, round === 0 ? first : undefined)
    }
    const rows = await rowsWithoutIds(harness.db)
    return { steps, end: { ...rows, delivered: breakable.countDelivered() } }
  } finally {
    await harness.close()
  }
}

/**
 * Interrupts a story before and after its steps. Returns the first way in which it ended differently, with
 * both ends.
 */
export async function findOtherEnd(
  story: Story,
): Promise<{ broken: string; end: End; wanted: End } | undefined> {
  const { steps, end: wanted } = await tell(story)
  if (steps <= 5) throw new Error(`The story has only ${steps} steps`)
  const every = isFull ? 1 : 10
  const ways: Break['how'][] = isFull ? ['killed', 'failed'] : ['killed']
  for (const how of ways)
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= steps; at += every) {
        const { end } = await tell(story, { at, when, how })
        if (!isDeepStrictEqual(end, wanted))
          return { broken: `${how} ${when} step ${at} of ${steps}`, end, wanted }
      }
  return undefined
}
