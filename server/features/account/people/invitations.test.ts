// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitePerson, resendInvitation, withdrawInvitation } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import { addAccount, addSeats } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { postForm } from '#server/test-kit/post-form.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const joining = { full_name: 'Marcus Bell Junior', password: 'sunroof-82', password_confirm: 'sunroof-82' }
const take = (linkToken: string, body = joining) =>
  send(harness, join, body, { parts: { linkToken }, address: freshIp() })

async function ownerWith(seats: number, dialers: { triple?: number } = {}) {
  const ownerEmail = freshEmail()
  const { accountId, pin } = await addAccount(harness.db, { email: ownerEmail })
  await addSeats(harness.db, accountId, seats, dialers)
  const owner = await signedInAs(harness, { email: ownerEmail })
  return { owner, ownerEmail, accountId, pin }
}

async function invited(seats = 2, dialers: { triple?: number } = {}) {
  const { owner, ownerEmail, accountId, pin } = await ownerWith(seats, dialers)
  const email = freshEmail()
  const answer = await owner.send(invitePerson, { email })
  expect(answer.status).toBe(200)
  const [mail] = await mailsTo(harness, email, 'invitation')
  const { people } = (answer.body as { data: { people: { id: number; email: string }[] } }).data
  const agentId = people.find((person) => person.email === email)?.id ?? 0
  return { owner, ownerEmail, accountId, pin, email, mail, agentId, token: linkTokenIn(mail) }
}

async function invitationAt(linkToken: string) {
  const { body } = await harness.app.inject({
    url: fillPath(pages.invitation, { linkToken }),
    remoteAddress: freshIp(),
  })
  return valuesIn(body).invitation
}

test('an invitation is a mail whose link lets the person choose a name and password, and join', async () => {
  const { mail, email, ownerEmail, token, pin } = await invited()
  expect(mail?.subject).toBe(`Dana Whitfield (${ownerEmail}) invited you to join North Shore Realty`)
  const inviterName = `Dana Whitfield (${ownerEmail})`
  const shown = { email, company: 'North Shore Realty', pin, inviterName, role: 'user' }
  // Opening the link does not use it up.
  expect([await invitationAt(token), await invitationAt(token)]).toEqual([shown, shown])
  const answer = await take(token)
  expect([answer.status, answer.body]).toEqual([200, { data: { status: 'joined' } }])
  expect(await invitationAt(token)).toBeNull()

  const person = await signedInAs(harness, { email, password: 'sunroof-82' })
  const { html } = await person.open('/account/people/')
  expect(valuesIn(html)).toMatchObject({
    role: 'user',
    people: [{ role: 'owner' }, { name: 'Marcus Bell Junior', has_joined: true, is_you: true }],
  })
  expect(await mailsTo(harness, ownerEmail, 'person-joined')).toMatchObject([
    { subject: `Marcus Bell Junior (${email}) has joined North Shore Realty` },
  ])
})

test('someone who joins gets an unassigned dialer', async () => {
  const { owner, token } = await invited(2, { triple: 1 })
  expect((await take(token)).status).toBe(200)
  expect(valuesIn((await owner.open('/account/people/')).html)).toMatchObject({
    dialers: [{ name: 'Triple line dialer', people: [{ name: 'Marcus Bell Junior' }] }],
  })
})

test('joining by the mailed link proves that the email works, and clears its bounce everywhere', async () => {
  const { email, agentId, token } = await invited()
  const own = await addAccount(harness.db, { email: email.toUpperCase() })
  await harness.db.run(sql`
    update agents set mail_bounced_at = ${harness.clock.now()}, mail_bounce = 'hard'
    where id in (${agentId}, ${own.agentId})`)
  expect((await take(token)).status).toBe(200)
  const marks = await harness.db.many(sql`
    select mail_bounced_at as marked, mail_works_at as works from agents
    where id in (${agentId}, ${own.agentId})`)
  const works = { marked: null, works: harness.clock.now() }
  expect(marks).toEqual([works, works])
})

test('before that the person counts as a free sign-up without a password', async () => {
  const { email } = await invited()
  const answer = await send(harness, signIn, { email, password: 'password1' }, { address: freshIp() })
  expect(answer.body).toEqual({ data: { redirect_url: '/sign-up/' } })
  expect(answer.cookies.session).toBeUndefined()
})

test('a link works once, even if ten use it concurrently', async () => {
  const { token, ownerEmail } = await invited()
  const tries = await Promise.all(Array.from({ length: 10 }, () => take(token)))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(tries.find(({ status }) => status !== 200)).toMatchObject({
    status: 404,
    body: {
      errors: 'This invitation has already been used. Sign in with your email and the password you chose.',
    },
  })
  const { body } = await harness.app.inject({
    url: fillPath(pages.invitation, { linkToken: token }),
    remoteAddress: freshIp(),
  })
  expect(body).toContain('This invitation has already been used')
  expect(body).not.toContain(ownerEmail)
  expect(await mailsTo(harness, ownerEmail, 'person-joined')).toHaveLength(1)
})

test('without a script a wrong form keeps everything but the passwords, and the right one joins', async () => {
  const { email, token } = await invited()
  const url = fillPath(pages.invitation, { linkToken: token })
  const wrong = await postForm(harness, url, { ...joining, password_confirm: 'something else' })
  expect(wrong.statusCode).toBe(400)
  expect(valuesIn(wrong.body).sent).toEqual({
    fullName: joining.full_name,
    errors: { password_confirm: ['Two password fields don`t match'] },
  })
  expect(wrong.body).not.toContain(joining.password)
  expect((await postForm(harness, url, joining)).body).toContain('Success!')
  await signedInAs(harness, { email, password: joining.password })
})

test('a link works for seven days; resending replaces it', async () => {
  const { owner, email, token, agentId } = await invited()
  harness.clock.advance(7 * DAY - MINUTE)
  expect(await invitationAt(token)).toMatchObject({ email })
  harness.clock.advance(MINUTE)
  expect(await invitationAt(token)).toBeNull()
  expect((await take(token)).status).toBe(404)
  harness.clock.advance(-7 * DAY)
  expect(await owner.send(resendInvitation, { agent_id: agentId })).toMatchObject({ status: 200 })
  const [, second] = await mailsTo(harness, email, 'invitation')
  expect(await invitationAt(token)).toBeNull()
  expect((await take(linkTokenIn(second))).status).toBe(200)
  expect(await owner.send(resendInvitation, { agent_id: agentId })).toMatchObject({
    status: 404,
    body: { errors: 'This invitation is no longer open. Please reload the page.' },
  })
})

test('a withdrawn invitation ends, frees its seat, and the person can be invited again', async () => {
  const { owner, email, token, agentId } = await invited(2)
  const answer = await owner.send(withdrawInvitation, { agent_id: agentId })
  expect(answer).toMatchObject({ status: 200, body: { data: { people: [{ role: 'owner' }] } } })
  expect((await take(token)).body.errors).toBe(
    'This invitation no longer works. Please ask the person who invited you to send it again.',
  )
  expect(await owner.send(withdrawInvitation, { agent_id: agentId })).toMatchObject({ status: 404 })
  expect(await owner.send(invitePerson, { email })).toMatchObject({ status: 200 })
  const [, second] = await mailsTo(harness, email, 'invitation')
  expect((await take(linkTokenIn(second))).status).toBe(200)
})

test('someone who has joined is removed, not withdrawn', async () => {
  const { owner, token, agentId } = await invited()
  await take(token)
  expect(await owner.send(withdrawInvitation, { agent_id: agentId })).toMatchObject({ status: 404 })
})

test('agent access limits the people, including invitations, even two sent at once', async () => {
  const { owner } = await ownerWith(2)
  const tries = await Promise.all([
    owner.send(invitePerson, { email: freshEmail() }),
    owner.send(invitePerson, { email: freshEmail() }),
  ])
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(tries.find(({ status }) => status === 400)?.body).toEqual({
    errors: {
      email: [
        'All seats in your plan are taken (2 of 2). Add agent access to your plan, or remove someone first.',
      ],
    },
  })
})

test('an account without a plan has room for its owner only', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email, status: 'free agent' })
  const owner = await signedInAs(harness, { email })
  expect(await owner.send(invitePerson, { email: freshEmail() })).toMatchObject({ status: 400 })
})

test('nobody is invited twice, whatever the case of the letters', async () => {
  const { owner, email } = await invited(5)
  expect((await owner.send(invitePerson, { email: email.toUpperCase() })).body).toEqual({
    errors: { email: ['This person is already in your account.'] },
  })
  expect((await owner.send(invitePerson, { email: 'nonsense' })).body).toEqual({
    errors: { email: ['Enter a valid email address'] },
  })
})

test('an email with its own account can be invited, and then chooses between the two', async () => {
  const email = freshEmail()
  const own = await addAccount(harness.db, { email })
  const { owner, pin } = await ownerWith(2)
  await owner.send(invitePerson, { email })
  const [mail] = await mailsTo(harness, email, 'invitation')
  await take(linkTokenIn(mail))
  const enter = (chosen: string, password: string) =>
    send(harness, signIn, { email, password, pin: chosen }, { address: freshIp() })
  expect((await enter(own.pin, 'password1')).status).toBe(200)
  expect((await enter(pin, 'sunroof-82')).status).toBe(200)
})

test('nobody can join an ended account', async () => {
  const { token, accountId } = await invited()
  await harness.db.run(sql`update accounts set status = 'canceled' where id = ${accountId}`)
  expect(await invitationAt(token)).toBeNull()
  expect((await take(token)).status).toBe(404)
})

test('an invitation to a past-due account still works', async () => {
  const { token, accountId } = await invited()
  await harness.db.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
  expect(await invitationAt(token)).toMatchObject({ company: 'North Shore Realty' })
  expect((await take(token)).status).toBe(200)
})

test('asks for a name and two matching passwords', async () => {
  const { token } = await invited()
  const answer = await take(token, { full_name: '', password: 'short', password_confirm: 'other' })
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      errors: {
        full_name: ['This field is required'],
        password: ['Minimum 6 characters required'],
        password_confirm: ['Minimum 6 characters required'],
      },
    },
  ])
})

test('the number of invitations is limited', async () => {
  const { owner } = await ownerWith(2)
  const email = freshEmail()
  const tries: number[] = []
  for (let times = 0; times < 11; times += 1) tries.push((await owner.send(invitePerson, { email })).status)
  expect(tries.at(-1)).toBe(429)
})
