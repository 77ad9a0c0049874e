import { afterAll, beforeAll, expect, test } from 'vitest'
import { noSuchPage, roleForbidden } from '#contract/desk/sign-in.ts'
import { notFound } from '#contract/wire/server-messages.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let desk: TestDesk
let helper: TestOperator
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
  helper = await desk.as('helper')
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const hasMenu = (html: string) =>
  html.includes('<nav class="desk-nav"') && html.includes('href="/desk/audit/"')

test.each([
  ['/desk/accounts/204518/money/', 403, roleForbidden('Money')],
  ['/desk/disputes/made-up/evidence.pdf', 403, roleForbidden('Money')],
  ['/desk/operators/', 403, roleForbidden('Admin')],
  ['/desk/accounts/999999/', 404, notFound],
  ['/desk/accounts/999999/bills/R-1/bill.pdf', 404, notFound],
  ['/desk/made-up/', 404, noSuchPage],
  ['/desk/made-up.html?q=1', 404, noSuchPage],
])('an operator who asks for %s reads what is missing, beside the menu', async (path, status, text) => {
  const answer = await helper.get(path)
  expect([answer.status, answer.values]).toEqual([status, { status, text }])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': /html/ })
  expect(hasMenu(answer.html)).toBe(true)
})

test('an unknown address answers a stranger with the sign-in, and a call with 404', async () => {
  const ask = async (url: string, cookie = '') => {
    const { statusCode, headers } = await desk.app.inject({ url, headers: { cookie } })
    return [statusCode, headers.location]
  }
  expect(await ask('/desk/made-up/')).toEqual([302, '/desk/sign-in/?next=%2Fdesk%2Fmade-up%2F'])
  expect(await ask('/desk/api/made-up/', helper.cookie)).toEqual([404, undefined])
  expect(await ask('/desk/assets/made-up.js', helper.cookie)).toEqual([404, undefined])
  expect(await ask('/made-up/', helper.cookie)).toEqual([302, '/desk/'])
})
