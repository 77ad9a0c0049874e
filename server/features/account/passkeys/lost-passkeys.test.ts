import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as messages from '#contract/accounts/passkey-messages.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import { updateCard } from '#contract/features/billing.ts'
import { recoverPasskeys, removePasskey, renamePasskey, startPasskey } from '#contract/features/passkeys.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { askForFactorRecovery, cancelFactorRecovery } from '#contract/features/second-step.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { addPasskeyPerson, createPasskey, storePasskey } from '#server/test-kit/passkeys.ts'
import { cardForm } from '#server/test-kit/past-due.ts'
import { addProtected, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const PAGE = '/account/security/passkeys/'
const current_password = 'password1'
const pageOf = async (person: SignedIn) => valuesIn((await person.open(PAGE)).html)

/** What somebody in this status can still do. */
function pay(person: SignedIn, status: Status) {
  return status === 'canceled' || status === 'expired'
    ? person.send(reactivate, { total_cents: 14_900, idempotency_key: randomUUID() })
    : person.send(updateCard, cardForm('4111111111111111'))
}

/** Someone with one passkey whose account is no longer in order, signed in by password alone. */
async function addLimited(status: Status, role: Role = 'owner') {
  const one = await addPasskeyPerson(harness)
  await become(one, status, role)
  return { ...one, person: await signedInAs(harness, one) }
}

async function become(
  { accountId, agentId }: { accountId: number; agentId: number },
  status: Status,
  role: Role = 'owner',
) {
  await harness.db.run(sql`update accounts set status = ${status} where id = ${accountId}`)
  await harness.db.run(sql`update agents set role = ${role} where id = ${agentId}`)
}

const limited: [Status, Role][] = [
  ['past_due', 'owner'],
  ['24h_past_due', 'billing'],
  ['canceled', 'owner'],
  ['expired', 'owner'],
]

test.each(limited)(
  '%s: the %s who lost their passkeys has them removed, and can then pay',
  async (status, role) => {
    const { email, person } = await addLimited(status, role)
    expect(await pay(person, status)).toMatchObject({ status: 403, body: { step_up: ['passkey'] } })
    expect(await pageOf(person)).toMatchObject({
      passkeys: null,
      hasPasskeys: true,
      lost: { removesAt: null },
    })
    expect((await person.send(recoverPasskeys, { current_password: 'a wrong one' })).status).toBe(400)
    const request = await person.send(recoverPasskeys, { current_password })
    const { removes_at: removesAt } = request.body.data as { removes_at: string }
    expect(await pageOf(person)).toMatchObject({ lost: { removesAt } })
    harness.clock.advance(24 * HOUR)
    await finishRecoveries(harness)
    expect(await mailsTo(harness, email, 'passkeys-removed')).toHaveLength(1)
    expect(await pageOf(person)).toMatchObject({
      passkeys: null,
      hasPasskeys: false,
      confirmsWith: 'password',
    })
    const again = await signedInAs(harness, { email })
    expect((await pay(again, status)).status).not.toBe(403)
  },
)

test.each(limited)('%s: the %s cancels the removal with the mailed link', async (status, role) => {
  const { email, person } = await addLimited(status, role)
  await person.send(recoverPasskeys, { current_password })
  const linkToken = linkTokenIn((await mailsTo(harness, email, 'passkey-recovery'))[0])
  expect((await send(harness, cancelFactorRecovery, {}, { parts: { linkToken } })).status).toBe(200)
  expect(await pageOf(person)).toMatchObject({ lost: { removesAt: null } })
})

test.each(limited)('%s: the %s can do nothing else with passkeys', async (status, role) => {
  const { agentId, person } = await addLimited(status, role)
  const passkey_id = await storePasskey(harness, agentId)
  const { html } = await person.open(PAGE)
  expect(html).not.toContain('Add a passkey')
  expect(html).not.toContain('>Phone<')
  for (const refused of [
    await person.send(startPasskey, {}),
    await person.send(renamePasskey, { passkey_id, name: 'Mine' }),
    await person.send(removePasskey, { passkey_id }),
  ])
    expect([refused.status, refused.body.step_up]).toEqual([403, undefined])
})

test.each([
  ['past_due', 'Back to Billing', '/account/billing/'],
  ['canceled', 'Back to Reactivate', '/account/reactivate/'],
] as const)('%s: the page links back', async (status, label, path) => {
  const { person } = await addLimited(status)
  expect((await person.open(PAGE)).html).toContain(`<a href="${path}">${label}</a>`)
})

test('someone who also has an app is told to use that', async () => {
  const one = await addProtected(harness)
  await createPasskey(harness, one.person)
  await become(one, 'past_due')
  expect(await pageOf(one.person)).toMatchObject({ passkeys: null, confirmsWith: 'code' })
  expect(await pageOf(one.person)).not.toHaveProperty('lost')
  // Nor does the call reveal whether a password is right.
  for (const typed of [current_password, 'a wrong one'])
    expect(await one.person.send(recoverPasskeys, { current_password: typed })).toMatchObject({
      status: 400,
      body: { errors: messages.hasOtherWay },
    })
})

test.each(['past_due', 'canceled'] as const)(
  '%s: a lost app is removed as well, requested on the second step',
  async (status) => {
    const one = await addProtected(harness)
    await become(one, status)
    const { cookies } = await typePassword(harness, one.email)
    const headers = { cookie: `second-step=${cookies['second-step']}` }
    expect((await send(harness, askForFactorRecovery, {}, { address: freshIp(), headers })).status).toBe(200)
    harness.clock.advance(24 * HOUR)
    await finishRecoveries(harness)
    const person = await signedInAs(harness, one)
    expect((await person.send(confirmIdentity, { password: 'password1' })).status).toBe(200)
  },
)
