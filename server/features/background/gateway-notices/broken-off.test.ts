import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { signNotice } from '#server/test-kit/payments.ts'
import { takeNotice } from './gateway-notices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const BROKEN_OFF = 'broken off here'

/** A database whose transactions fail before one of their statements, counted from 1. */
function breakingOff(db: Database, step: number): Database {
  let steps = 0
  const unlessBroken = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    steps += 1
    if (steps === step) throw new Error(BROKEN_OFF)
    return ask()
  }
  const broken = (tx: Db): Db => ({
    ...tx,
    run: (statement) => unlessBroken(() => tx.run(statement)),
    one: (statement) => unlessBroken(() => tx.one(statement)),
    maybe: (statement) => unlessBroken(() => tx.maybe(statement)),
    many: (statement) => unlessBroken(() => tx.many(statement)),
  })
  return { ...db, transaction: (work) => db.transaction((tx) => work(broken(tx))) }
}

/** Everything that a dispute notice can change. */
const everything = (accountId: number) =>
  harness.db.one(sql`
    select to_jsonb(a) as account,
      (select jsonb_agg(to_jsonb(d) order by d.id) from disputes d where d.account_id = a.id) as disputes,
      (select jsonb_agg(to_jsonb(s) order by s.id) from subscriptions s where s.account_id = a.id) as subscriptions,
      (select count(*) from mails m where m.account_id = a.id) as mails,
      (select count(*) from audit e where e.account_id = a.id) as entries,
      (select count(*) from gateway_notices) as notices
    from accounts a where a.id = ${accountId}`)

test.each(['won', 'lost'] as const)(
  'a notice interrupted before any of its statements leaves nothing, and counts when resent: %s',
  async (outcome) => {
    const one = await renewedAccount(harness)
    const former = await standingOf(harness, one)
    for (const state of ['opened', outcome]) {
      const told = {
        kind: 'dispute',
        state,
        reference: one.reference,
        dispute: `dp-${outcome}`,
        amount: 14_900,
      }
      const before = await everything(one.accountId)
      let step = 0
      let isTaken = false
      while (!isTaken) {
        step += 1
        const deps = { ...harness, db: breakingOff(harness.db, step) }
        isTaken = await takeNotice(deps, signNotice(told)).then(
          () => true,
          (error: Error) => {
            expect(error.message).toBe(BROKEN_OFF)
            return false
          },
        )
        if (!isTaken) expect(await everything(one.accountId), `${state} ${step}`).toEqual(before)
      }
      expect(step).toBeGreaterThan(8)
      const after = await everything(one.accountId)
      await takeNotice(harness, signNotice(told))
      expect(await everything(one.accountId)).toEqual(after)
    }
    expect(await standingOf(harness, one)).toEqual(
      outcome === 'won' ? former : { status: 'canceled', isMarked: true, subscriptionId: null, nextAt: null },
    )
  },
)
