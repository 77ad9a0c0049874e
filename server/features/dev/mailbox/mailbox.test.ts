import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { seedSampleAccounts } from '#server/demo/sample-accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('an empty mailbox says how to fill it; sample accounts whose payment failed have their mail in it', async () => {
  const { db, passwords, config, jobs, clock } = harness
  const anyone = await openBrowser(harness)
  const empty = await anyone.open(pages.mailbox)
  expect(empty.text).toContain('<h1>No emails yet</h1>')
  expect(empty.text).toContain('No emails yet.')
  const now = clock.now()
  const { publicUrl } = config
  await seedSampleAccounts({ db, passwords, now, publicUrl, mailDeps: { config, jobs, now } })
  const filled = await anyone.open(pages.mailbox)
  for (const email of ['pastdue@example.com', 'team@example.com']) expect(filled.text).toContain(email)
  expect(filled.text).toContain('Your payment of $397.00 did not go through')
  expect(filled.text).not.toContain('No emails yet.')
})
