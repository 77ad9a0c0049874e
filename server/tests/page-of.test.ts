import { expect, test } from 'vitest'
import { accountFiles } from '#contract/accounts/account-files.ts'
import { accountCalls } from '#contract/calls.ts'
import { deskCalls } from '#contract/desk/desk-calls.ts'
import { changeSetting } from '#contract/desk/settings.ts'
import { saveOwnName } from '#contract/features/details.ts'
import { pages } from '#contract/pages.ts'
import { PAGE_OF } from '#contract/wire/page-of.ts'
import { otherPerson } from '#contract/wire/server-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

test('a page made for somebody else changes nothing of the current session, by any account call', async () => {
  const harness = await openHarness()
  const former = await subscribe(harness)
  const present = await subscribe(harness)
  const { html } = await (await signedInAs(harness, former)).open(pages.details)
  const { agentId } = valuesIn(html) as { agentId: number }
  expect(agentId).toBe(former.agentId)
  expect(html).toContain(`data-page-of="${agentId}"`)

  const { cookies } = await signedInAs(harness, present)
  const cookie = `session=${cookies.session}`
  const files = Object.values(accountFiles).map(({ path }) => ({ method: 'GET' as const, path }))
  for (const { method, path } of [...accountCalls, ...files]) {
    const named = `${method} ${path}`
    const response = await harness.app.inject({
      method,
      url: path.replaceAll(/:\w+/g, '1'),
      headers: { cookie, [PAGE_OF]: String(agentId) },
      remoteAddress: freshIp(),
    })
    expect([named, response.statusCode, response.body]).toEqual([
      named,
      403,
      expect.stringContaining(otherPerson),
    ])
  }
  const name = { first_name: 'Ada', last_name: '' }
  const as = (pageOf: number) =>
    send(harness, saveOwnName, name, { headers: { cookie, [PAGE_OF]: String(pageOf) } })
  expect((await as(former.agentId)).status).toBe(403)
  expect((await as(present.agentId)).status).toBe(200)
  expect(
    await harness.db.many(sql`select id from agents where first_name = 'Ada' and id = ${present.agentId}`),
  ).toHaveLength(1)
  await harness.close()
})

test('a desk page made for another operator does nothing as the current one, by any call', async () => {
  const harness = await openHarness()
  const desk = await openDesk(harness)
  const former = await desk.as('admin')
  const present = await desk.as('admin')
  expect((await former.get('/desk/settings/')).html).toContain(`data-page-of="${former.id}"`)

  const { cookie } = present
  for (const { method, path, who } of deskCalls) {
    if (who === 'before-sign-in') continue
    const named = `${method} ${path}`
    const response = await desk.app.inject({
      method,
      url: path.replaceAll(/:\w+/g, '1'),
      headers: { cookie, [PAGE_OF]: String(former.id) },
    })
    expect([named, response.statusCode, response.body]).toEqual([
      named,
      403,
      expect.stringContaining(otherPerson),
    ])
  }
  const text = {
    name: 'system-status',
    text: 'Slow today',
    seen: 'Normal',
    reason: 'The network is slow',
  } as const
  const as = (pageOf: number) =>
    send({ ...harness, app: desk.app }, changeSetting, text, {
      headers: { cookie, [PAGE_OF]: String(pageOf) },
    })
  expect((await as(former.id)).status).toBe(403)
  expect((await as(present.id)).status).toBe(200)
  expect(await harness.db.many(sql`select actor from audit where action = 'setting-changed'`)).toEqual([
    { actor: `operator:${present.email}` },
  ])
  await desk.close()
  await harness.close()
})
