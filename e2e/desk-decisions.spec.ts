import { HELD_CARD } from '../server/test-kit/held-sign-ups.ts'
import { signNotice } from '../server/test-kit/payments.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { liveAccounts, newCustomer, signedInOnceSetUp } from './kit/customer.ts'
import { decide, outcomeOn, signInToDesk } from './kit/desk.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('a dispute that closed an account is listed, its evidence downloaded, and marked as won', async ({
  page,
  server,
}) => {
  const email = await newCustomer(page)
  const reference = /charge-[\w-]+/.exec(await server.admin('account', 'show', email))?.[0] ?? ''
  const dispute = `dp-desk-${Date.now()}`
  const days = { openedOn: '2026-11-02', replyBy: '2026-11-20' }
  const { payload, signature } = signNotice({
    kind: 'dispute',
    amount: 0,
    reference,
    dispute,
    state: 'opened',
    ...days,
  })
  const form = { bt_payload: payload, bt_signature: signature }
  expect((await page.request.post('/rest/gateway/notices/', { form })).status()).toBe(200)

  await signInToDesk(page, server, 'money')
  await open(page, `${server.deskUrl}/desk/disputes/`)
  await page.getByRole('link', { name: dispute }).click()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('This dispute')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download evidence (PDF)' }).click()
  expect((await downloading).suggestedFilename()).toBe('evidence.pdf')
  await decide(page, 'Record as won', 'Record as won')
  await expect(outcomeOn(page)).toContainText(`Dispute ${dispute} about`)
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('Active')
})

test('a held sign-up is released at the desk and charged, and the customer signs in', async ({
  page,
  server,
}) => {
  const body = goodSignUp({ number: HELD_CARD, email: `held${Date.now()}@example.com` })
  const answer = await page.request.post('/rest/auth/sign-up/submit/', { data: body })
  expect(answer.status()).toBe(202)
  await signInToDesk(page, server, 'money')
  await open(page, `${server.deskUrl}/desk/held-sign-ups/`)
  const held = page.getByRole('region').filter({ hasText: String(body.email) })
  await expect(held).toContainText('9235')
  const heading = (await held.getByRole('heading', { level: 2 }).textContent()) ?? ''
  const order = /Sign-up (\d+)/.exec(heading)?.[1] ?? ''
  await decide(page, `Release and charge sign-up ${order}`, 'Release and charge')
  await expect(outcomeOn(page)).toHaveText(/is paid: \$[\d.]+, account \d{6}\./)
  await expect(held).toHaveCount(0)
  await signedInOnceSetUp(page, String(body.email))
})
