import type { HelpValues } from '#contract/desk/help.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addSeats } from './accounts.ts'
import type { TestDesk } from './desk.ts'
import { freshEmail } from './fresh.ts'
import type { Harness } from './harness.ts'

/** An account that asks for help, and an operator who gives it. */
export async function newCaller(harness: Harness, desk: TestDesk, seats = 3) {
  const email = freshEmail()
  const ids = await addAccount(harness.db, { email })
  await addSeats(harness.db, ids.accountId, seats)
  return { email, ...ids, helper: await desk.as('helper'), at: { number: ids.pin } }
}

type Entry = { actor: string; action: string; agentId: number | null; reason: string }
export function lastEntry({ db }: Harness, accountId: number): Promise<Entry> {
  return db.one<Entry>(sql`
    select actor, action, agent_id as "agentId", details ->> 'reason' as reason from audit
    where account_id = ${accountId} order by id desc limit 1`)
}

export async function previewOf(desk: TestDesk, pin: string, query: string): Promise<HelpValues['preview']> {
  const { values } = await (await desk.as('helper')).get(`/desk/accounts/${pin}/help/?${query}`)
  return (values as unknown as HelpValues).preview
}

/** What the answer says was done. */
export function doneIn({ body }: { body: Record<string, unknown> }): string {
  return (body as { data: { done: string } }).data.done
}
