import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancel, undoCancel } from '#contract/features/cancel.ts'
import { saveBillingDetails } from '#contract/features/details.ts'
import { changeRole, handOver, invitePerson, removePerson } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const LINK = 'claim-your-prize.example'
const PHONE = '800 555 0199'

test('names that a mail program would turn into a link or phone number appear in no mail', async () => {
  const { db, clock } = harness
  clock.set('2026-11-15T15:00:00Z')
  const { email, accountId } = await subscribe(harness, { plan: { lead: 9 } })
  await db.run(sql`update accounts set company = ${LINK} where id = ${accountId}`)
  await db.run(
    sql`update agents set first_name = ${PHONE}, last_name = ${LINK} where account_id = ${accountId}`,
  )
  const owner = await signedInAs(harness, { email })
  const colleague = freshEmail()
  const colleagueId = await addAgent(db, accountId, { email: colleague, role: 'user', name: [PHONE, LINK] })

  const invited = freshEmail()
  await owner.send(invitePerson, { email: invited })
  const [invitation] = await mailsTo(harness, invited, 'invitation')
  const joined = await send(
    harness,
    join,
    { full_name: `${PHONE} ${LINK}`, password: 'a long password', password_confirm: 'a long password' },
    { parts: { linkToken: linkTokenIn(invitation) } },
  )
  expect(joined.status).toBe(200)
  await owner.send(saveBillingDetails, {
    same_address: true,
    tax_number: '',
    billing_contact: freshEmail(),
  })
  await owner.send(changeRole, { agent_id: colleagueId, role: 'admin' })
  clock.advance(31 * DAY)
  await renewDue(harness)
  const after = await signedInAs(harness, { email })
  await after.send(cancel, { reason: 'It costs too much', details: '' })
  await after.send(undoCancel, {})
  const next = await signedInAs(harness, { email: colleague })
  await after.send(handOver, { agent_id: colleagueId, password: 'password1' })
  const { id: formerId } = await db.one<{ id: number }>(sql`
    select id from agents where account_id = ${accountId} and email = ${email}`)
  clock.advance(DAY)
  await next.send(removePerson, { agent_id: formerId })

  const mails = await db.many<{ purpose: string; subject: string; plain: string; html: string }>(sql`
    select purpose, subject, plain, html from mails where account_id = ${accountId} order by id`)
  expect(mails.map(({ purpose }) => purpose)).toEqual(
    expect.arrayContaining([
      'invitation',
      'person-joined',
      'billing-contact-named',
      'billing-contact-changed',
      'role-changed',
      'renewal-receipt',
      'renewal-receipt-copy',
      'canceled',
      'cancel-undone',
      'handed-over',
      'person-removed',
    ]),
  )
  const withName = mails.filter((mail) =>
    [LINK, PHONE].some((name) => Object.values(mail).join('\n').includes(name)),
  )
  expect(withName.map(({ purpose }) => purpose)).toEqual([])
})
