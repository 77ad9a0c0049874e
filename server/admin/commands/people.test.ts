import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('signing out one person or a whole account appears in their log', async () => {
  const [ownerEmail, userEmail] = [freshEmail(), freshEmail()]
  const { accountId, pin } = await addAccount(harness.db, { email: ownerEmail })
  await addAgent(harness.db, accountId, { email: userEmail, role: 'user' })
  const [owner, user] = [
    await signedInAs(harness, { email: ownerEmail }),
    await signedInAs(harness, { email: userEmail }),
  ]
  const statusOf = async (person: typeof owner) => (await person.open('/account/activity/')).status
  const { run, refused } = operatorOf(harness)
  expect((await run('sessions', 'end', userEmail)).text).toContain(`1 session of ${userEmail} ended.`)
  expect([await statusOf(owner), await statusOf(user)]).toEqual([200, 302])
  expect((await owner.open('/account/activity/')).html).toContain('Signed out all devices')
  await signedInAs(harness, { email: userEmail })
  expect((await run('sessions', 'end', pin)).text).toContain('2 sessions')
  expect(await statusOf(owner)).toBe(302)
  expect(await refused('sessions', 'end', freshEmail())).toContain('There is no account')
})
