import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartnersValues } from '#contract/desk/partners.ts'
import * as calls from '#contract/desk/partners.ts'
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

test('an admin registers and changes a partner, whose secret is shown once; others only read', async () => {
  const [admin, money] = [await desk.as('admin'), await desk.as('money')]
  const body = {
    name: 'Lead Mailer',
    redirect_uris: 'https://mailer.example/callback\nhttps://mailer.example/other',
    scope: 'profile leads',
    reason: 'Contract of November',
  }
  expect((await money.send(calls.addPartner, body)).status).toBe(403)
  const added = (await admin.send(calls.addPartner, body)).body.data as { secret: string; values: unknown }
  expect(added.secret).toMatch(/^\S{20,}$/)
  expect(JSON.stringify(added.values)).not.toContain(added.secret)
  expect((await money.get('/desk/partners/')).html).not.toContain(added.secret)
  const again = await admin.send(calls.addPartner, body)
  expect(again.body).toEqual({ errors: 'There is already a partner lead-mailer. Choose another id.' })

  const partner = { id: 'lead-mailer', reason: 'Asked by the partner' }
  const rotated = await admin.send(calls.rotatePartner, { ...partner, old_lasts_hours: '24' })
  expect((rotated.body.data as { secret: string }).secret).not.toBe(added.secret)
  expect((await admin.send(calls.rotatePartner, { ...partner, old_lasts_hours: '5' })).status).toBe(400)
  const move = { ...partner, seen: body.redirect_uris }
  expect(
    (await admin.send(calls.changePartnerRedirectUris, { ...move, redirect_uris: 'nowhere' })).status,
  ).toBe(400)
  await admin.send(calls.changePartnerRedirectUris, { ...move, redirect_uris: 'https://mailer.example/new' })
  await admin.send(calls.changePkce, { ...partner, is_required: true })
  await admin.send(calls.disablePartner, partner)
  expect((await money.get('/desk/partners/')).values.rows).toContainEqual(
    expect.objectContaining({
      id: 'lead-mailer',
      redirectUris: ['https://mailer.example/new'],
      requiresPkce: true,
      secrets: 2,
      disabledAt: expect.any(String),
    }),
  )
  expect((await admin.send(calls.enablePartner, partner)).status).toBe(200)
  expect((await admin.send(calls.enablePartner, { ...partner, id: 'nobody' })).status).toBe(404)
  expect(
    await harness.db.many(sql`select action, details->>'reason' as reason from audit
      where actor = ${`operator:${admin.email}`} order by id`),
  ).toEqual([
    { action: 'partner-added', reason: 'Contract of November' },
    ...['secret-rotated', 'redirect-uris-changed', 'pkce-changed', 'disabled', 'enabled'].map((what) => ({
      action: `partner-${what}`,
      reason: 'Asked by the partner',
    })),
  ])
})

test('partners are paged, each once, and a change stays on its page', async () => {
  const admin = await desk.as('admin')
  await harness.db.run(sql`
    insert into clients (id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
    select 'many-' || lpad(n::text, 3, '0'), 'Many ' || n, true, '{https://many.example/}', '{profile}', 'profile', now()
    from generate_series(1, 120) n`)
  const page = async (after: string) =>
    (await admin.get(`/desk/partners/?after=${after}`)).values as unknown as PartnersValues
  const ids: string[] = []
  let shown = await page('')
  for (; shown.hasMore; shown = await page(ids.at(-1) ?? '')) ids.push(...shown.rows.map(({ id }) => id))
  ids.push(...shown.rows.map(({ id }) => id))
  const { count } = await harness.db.one<{ count: number }>(sql`select count(*) from clients`)
  expect([ids.length, new Set(ids).size]).toEqual([count, count])
  expect((await page('zz')).rows).toEqual([])

  const [after, id] = ['many-060', 'many-061']
  const { body } = await admin.send(calls.disablePartner, { id, after, reason: 'Asked by the partner' })
  const { values } = body.data as { values: PartnersValues }
  expect(values).toMatchObject({ after, rows: { length: 50, 0: { id, disabledAt: expect.any(String) } } })
  const { html } = await admin.get('/desk/partners/')
  expect(html).toContain(`?after=${ids[49]}`)
  expect(html).not.toContain('First page')
})

test("concurrent edits of redirect URIs: the second admin sees the first's, and none are lost", async () => {
  const [first, second] = [await desk.as('admin'), await desk.as('admin')]
  const { client_id: id, redirect_uri: seen } = await addTestPartner(harness)
  const more = (uri: string) => ({ id, seen, redirect_uris: `${seen}\n${uri}`, reason: 'A new app' })
  const phone = 'https://partner.example/phone'
  expect((await first.send(calls.changePartnerRedirectUris, more(phone))).status).toBe(200)
  const late = await second.send(calls.changePartnerRedirectUris, more('https://partner.example/watch'))
  expect([late.status, late.body]).toEqual([
    409,
    {
      errors: `Someone else has changed the redirect URIs. They are now: ${seen}, ${phone}. Your change was not saved. Close this window, then change them again.`,
    },
  ])
  const { uris } = await harness.db.one<{ uris: string[] }>(
    sql`select redirect_uris as uris from clients where id = ${id}`,
  )
  expect(uris).toEqual([seen, phone])
})
