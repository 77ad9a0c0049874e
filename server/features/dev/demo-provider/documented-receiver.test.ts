import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes } from '#contract/features/feed.ts'
import { addEndpoint } from '#server/accounts/feed/endpoints.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { findFreePort } from '../../../../scripts/find-free-port.ts'

const paper = readFileSync(path.join(import.meta.dirname, '../../../../docs/provider.md'), 'utf8')

let harness: Harness
let receiver: ChildProcess | undefined
beforeAll(async () => {
  // The receiver is a separate program with its own clock.
  harness = await openHarness({ works: true, now: new Date().toISOString() })
})
afterAll(async () => {
  receiver?.kill()
  await harness.close()
})

test('the receiver in docs/provider.md has twenty lines and knows what every account may do', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(paper) ?? []
  expect(code.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(20)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/`
  const added = await addEndpoint(harness.db, { url, from: 1 }, harness.config.secrets, harness.clock.now())
  if (isRefused(added)) throw new Error(String(added.errors))
  const env = { FEED_SECRET: added.secret, PORT: String(port) }
  receiver = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: 'inherit' })
  // Events sent before it listens are resent after a pause, and this test's clock is stopped.
  await expect.poll(() => fetch(url).then(({ status }) => status), { timeout: 40_000 }).toBe(200)

  const { pin, agentId } = await harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
  const known = async () => {
    const answer = await fetch(url).catch(() => undefined)
    const accounts = answer ? new Map((await answer.json()) as [string, Known][]) : new Map<string, Known>()
    const account = accounts.get(pin)
    return { sequence: account?.sequence, people: account?.entitlements.people.map(({ role }) => role) }
  }
  await expect.poll(known, { timeout: 40_000 }).toEqual({ sequence: 1, people: ['owner'] })
  await harness.db.run(sql`update agents set role = 'admin' where id = ${agentId}`)
  await expect.poll(known, { timeout: 40_000 }).toEqual({ sequence: 2, people: ['admin'] })

  const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,x' } })
  expect(forged.status).toBe(401)
})

type Known = { sequence: number; entitlements: { people: { role: string }[] } }

test('docs/provider.md names every type of event, with its meaning', () => {
  for (const [type, meaning] of Object.entries(eventTypes))
    expect(paper).toContain(`| \`${type}\` | ${meaning} |`)
})
