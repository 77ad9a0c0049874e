import { randomUUID } from 'node:crypto'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { expectAccessible } from './kit/axe.ts'
import { APPROVED, DECLINED, newEmail, TIMES_OUT } from './kit/sign-up.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test('the charges of the sandbox are a table, readable on every screen', { tag: '@wide' }, async ({
  page,
  server,
}) => {
  const email = newEmail()
  for (const number of [DECLINED, APPROVED, TIMES_OUT]) {
    const own = number === DECLINED || number === APPROVED ? email : newEmail()
    await page.request.post('/rest/auth/sign-up/submit/', {
      data: goodSignUp({ number, email: own, confirmEmail: own, idempotency_key: randomUUID() }),
      headers: { origin: server.url },
    })
  }
  await open(page, '/dev/charges/')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text }).first()
  await expect(row('Visa 1111')).toContainText('$149')
  await expect(row('Visa 0002')).toBeVisible()
  await expect(row('Visa 0119')).toContainText('Paid')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await overflowOf(page)).toBe(0)
})
