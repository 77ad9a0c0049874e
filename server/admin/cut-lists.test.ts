import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const lists = [
  ['audit', 'list'],
  ['feedback', 'list'],
  ['sign-up', 'unfinished'],
  ['mail', 'bounced'],
]

test('a list that stops at a number says so', async () => {
  for (const words of lists)
    expect((await operator.run(...words)).text, words.join(' ')).not.toContain('There may be more')
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  await harness.db.run(sql`
    insert into audit (at, actor, action, account_id)
    select now(), 'system', 'setting-changed', ${accountId}::bigint from generate_series(1, 101)`)
  await harness.db.run(sql`
    insert into feedback (pin, answers, created_at)
    select ${pin}, '{"reason": "price"}', now() from generate_series(1, 101)`)
  await harness.db.run(sql`
    insert into unfinished_sign_ups (visitor_hash, email, password_hash, first_answer_hash, second_answer_hash, form, created_at, changed_at)
    select decode(md5(n::text), 'hex'), 'one' || n || '@example.com', 'no hash', 'no hash', 'no hash', '{}', now(), now() from generate_series(1, 101) n`)
  await harness.db.run(sql`
    insert into agents (account_id, email, first_name, last_name, role, created_at, mail_bounced_at, mail_bounce)
    select ${accountId}::bigint, 'two' || n || '@example.com', 'A', 'B', 'user', now(), ${harness.clock.now()}, 'hard'
    from generate_series(1, 501) n`)
  for (const words of [...lists, ['audit', 'list', pin]])
    expect((await operator.run(...words)).text, words.join(' ')).toMatch(
      words[0] === 'mail'
        ? /^There may be more: these are the newest 500\./
        : /^There may be more: these are the newest 100\./,
    )
})
