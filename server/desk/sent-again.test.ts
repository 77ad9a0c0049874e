import { afterAll, beforeAll, expect, test } from 'vitest'
import * as operators from '#contract/desk/operators.ts'
import * as partners from '#contract/desk/partners.ts'
import * as settings from '#contract/desk/settings.ts'
import * as signIn from '#contract/desk/sign-in.ts'
import { beginOperatorSession, findOperatorSession } from '#server/identity/operators/operator-sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addTestPartner } from '#server/test-kit/partners.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

test('a request resent after a lost answer is reported as done, and audited once', async () => {
  const [admin, other] = [await desk.as('admin'), await desk.as('helper')]
  const { client_id: id, redirect_uri } = await addTestPartner(harness)
  const reason = 'Asked for'
  const twice = async (send: () => ReturnType<typeof admin.send>) => {
    const answers = [await send(), await send()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
  }
  const text = 'Calls are delayed'
  const block = { kind: 'address', value: '203.0.113.9', until: '2027-01-01', reason }
  const slot = { slot: 'morning', shown: 'active', until: '', reason }
  await twice(() =>
    admin.send(settings.changeSetting, { name: 'system-status', text, seen: 'Normal', reason }),
  )
  await twice(() => admin.send(settings.resetSetting, { name: 'system-status', seen: text, reason }))
  await twice(() => admin.send(settings.overrideSlot, slot))
  await twice(() => admin.send(settings.addBlock, block))
  // An earlier end changes nothing.
  await twice(() => admin.send(settings.addBlock, { ...block, until: '2026-12-31', reason: 'Another' }))
  await twice(() => admin.send(operators.changeOperatorRole, { email: other.email, role: 'money', reason }))
  await twice(() => admin.send(operators.disableOperator, { email: other.email, reason }))
  const [seen, redirect_uris] = [redirect_uri, 'https://new.example/cb']
  await twice(() => admin.send(partners.changePartnerRedirectUris, { id, redirect_uris, seen, reason }))
  await twice(() => admin.send(partners.changePkce, { id, is_required: true, reason }))
  await twice(() => admin.send(partners.disablePartner, { id, reason }))
  await twice(() => admin.send(partners.enablePartner, { id, reason }))
  const at = { origin: { ip: '', device: '' }, network: '', deviceHash: Buffer.alloc(32) }
  const token = await beginOperatorSession(harness.db, admin.id, at, harness.clock.now())
  const session = await findOperatorSession(harness.db, token, harness.clock.now())
  await twice(() => admin.send(signIn.endDeskSession, { session_id: session?.sessionId ?? 0 }))
  const entries = await harness.db.many<{ action: string }>(
    sql`select action from audit where actor = ${`operator:${admin.email}`} order by id`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'setting-changed',
    'setting-reset',
    'webinar-overridden',
    'block-added',
    'operator-role-changed',
    'operator-disabled',
    'partner-redirect-uris-changed',
    'partner-pkce-changed',
    'partner-disabled',
    'partner-enabled',
    'operator-session-ended',
  ])
})
