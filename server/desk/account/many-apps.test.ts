import { expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openDesk } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { openHarness } from '#server/test-kit/harness.ts'

test('of many connected apps the newest are shown, and the page says that there are more', async () => {
  const harness = await openHarness()
  const desk = await openDesk(harness)
  const { agentId, pin } = await addAccount(harness.db, { email: freshEmail() })
  await harness.db.run(sql`
    insert into clients (id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
    select 'many-' || n, 'Many ' || n, true, '{https://many.example/}', '{profile}', 'profile', now() from generate_series(1, 51) n`)
  await harness.db.run(sql`
    with granted as (
      insert into grants (client_id, agent_id, scope, created_at)
      select 'many-' || n, ${agentId}::bigint, 'profile', ${harness.clock.now()}::timestamptz - n * interval '1 day'
      from generate_series(1, 51) n returning id
    )
    insert into tokens (token_hash, grant_id, kind, created_at, expires_at)
    select sha256(id::text::bytea), id, 'refresh', now(), ${harness.clock.now()}::timestamptz + interval '1 day' from granted`)
  const reader = await desk.as('reader')
  const { values, html } = await reader.get(`/desk/accounts/${pin}/`)
  const { apps } = values as unknown as DeskAccountValues
  expect([apps.rows.length, apps.rows[0]?.name, apps.hasMore]).toEqual([50, 'Many 1', true])
  expect(html).toContain('There are more than are shown here.')
  await desk.close()
  await harness.close()
})
