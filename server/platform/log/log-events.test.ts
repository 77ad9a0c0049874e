import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoverFactor } from '#contract/desk/help.ts'
import { addPartner, changePkce, rotatePartner } from '#contract/desk/partners.ts'
import { confirmDeskCode, signInToDesk } from '#contract/desk/sign-in.ts'
import { removePasskey } from '#contract/features/passkeys.ts'
import { chooseNewPassword, requestPasswordReset } from '#contract/features/password-reset.ts'
import { handOver, removePerson } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { renewRecoveryCodes, turnOffSecondFactor } from '#contract/features/second-factor.ts'
import { demandSecondFactor, withdrawFactorDemand } from '#contract/features/second-factor-demand.ts'
import { askForFactorRecovery, cancelFactorRecovery } from '#contract/features/second-step.ts'
import { askForEmail, changePassword } from '#contract/features/security.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { giveTokens } from '#contract/features/tokens.ts'
import { makeLink } from '#server/identity/links.ts'
import { codeOf } from '#server/identity/totp.ts'
import { sql } from '#server/platform/db/sql.ts'
import { eachInTurn } from '#server/platform/jobs/each-in-turn.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount, addAgent, addSeats } from '#server/test-kit/accounts.ts'
import { OPERATOR_PASSWORD, openDesk } from '#server/test-kit/desk.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { addTestPartner, exchange, letIn, refresh } from '#server/test-kit/partners.ts'
import { addPasskeyPerson, signInBy } from '#server/test-kit/passkeys.ts'
import { addProtected, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { openLog } from './log.ts'
import { type SecurityEvent, securityEventNames } from './log-events.ts'

type Line = Record<string, unknown> & { event?: SecurityEvent }
const PASSWORD = 'a canary of a password'
const secrets: string[] = [PASSWORD, 'password1']
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const lines = (): Line[] =>
  harness
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const linesOf = (event: SecurityEvent) => lines().filter((line) => line.event === event)

async function addOwner() {
  const email = freshEmail()
  const { agentId, accountId, pin } = await addAccount(harness.db, { email })
  await addSeats(harness.db, accountId, 5)
  const desk = await signedInAs(harness, { email })
  secrets.push(...Object.values(desk.cookies))
  return { email, agentId, accountId, pin, desk, who: { agentId, accountNumber: pin } }
}

test('signing in, and every guess, is logged with who and where', async () => {
  const { who, email } = await addOwner()
  expect(linesOf('sign-in.done')).toContainEqual(
    expect.objectContaining({ ...who, from: expect.stringMatching(/^198\.18\.\d+\.0\/24$/) }),
  )
  const address = '2001:db8:1:2::3'
  for (let tries = 0; tries < 9; tries += 1)
    await send(harness, signIn, { email, password: PASSWORD }, { address })
  expect(linesOf('sign-in.refused')).toHaveLength(8)
  expect(linesOf('sign-in.refused')[0]).toMatchObject({ ...who, from: '2001:db8:1::/48' })
  expect(linesOf('limit.reached')).toEqual([
    expect.objectContaining({ from: '2001:db8:1::/48', limit: 'sign-in:person-and-place' }),
  ])
  await send(
    harness,
    signIn,
    { email: 'nobody.at.all@example.com', password: PASSWORD },
    { address: freshIp() },
  )
  expect(linesOf('sign-in.refused').at(-1)).not.toHaveProperty('agentId')
})

test('resets, changes and wrong passwords in a session are logged', async () => {
  const { who, agentId, desk, email } = await addOwner()
  const passwords = { password: PASSWORD, password_confirm: PASSWORD }
  await desk.send(changePassword, { current_password: `${PASSWORD} not`, ...passwords })
  await desk.send(confirmIdentity, { password: 'password1' })
  expect(linesOf('identity.confirmed')).toEqual([expect.objectContaining(who)])
  await desk.send(changePassword, { current_password: 'password1', ...passwords })
  expect([...linesOf('password.refused'), ...linesOf('password.changed')]).toEqual([
    expect.objectContaining(who),
    expect.objectContaining(who),
  ])
  await send(harness, requestPasswordReset, { email }, { address: freshIp() })
  expect(linesOf('password-reset.asked')).toHaveLength(1)
  const link = { purpose: 'password-reset', agentId, lastsMs: HOUR } as const
  const linkToken = await makeLink(harness.db, link, harness.clock.now())
  secrets.push(linkToken)
  await send(harness, chooseNewPassword, passwords, { parts: { linkToken }, address: freshIp() })
  expect(linesOf('password-reset.done')).toEqual([expect.objectContaining(who)])
})

test('events of a second factor are logged without codes', async () => {
  const { email, agentId, person, code, recoveryCodes } = await addProtected(harness)
  const [first = '', second = ''] = recoveryCodes
  secrets.push(...recoveryCodes)
  const { cookies } = await typePassword(harness, email)
  const secondStep = cookies['second-step'] ?? ''
  secrets.push(secondStep)
  await send(harness, askForFactorRecovery, {}, { headers: { cookie: `second-step=${secondStep}` } })
  const [mail] = await mailsTo(harness, email, 'second-factor-recovery')
  await send(harness, cancelFactorRecovery, {}, { parts: { linkToken: linkTokenIn(mail) } })
  await typeCode(harness, secondStep, 'wrong')
  await typeCode(harness, secondStep, first)
  const current_password = 'password1'
  await person.send(renewRecoveryCodes, { current_password, code: second })
  await person.send(demandSecondFactor, { grace_days: '7' })
  await person.send(withdrawFactorDemand, {})
  await person.send(turnOffSecondFactor, { current_password, code: code() })
  for (const event of [
    'second-factor.on',
    'second-factor.recovery-asked',
    'second-factor.refused',
    'second-factor.recovery-code-used',
    'second-factor.codes-renewed',
    'second-factor.demanded',
    'second-factor.demand-withdrawn',
    'second-factor.off',
  ] as const)
    expect(linesOf(event)[0], event).toMatchObject({ agentId })
  expect(linesOf('second-factor.recovery-canceled')).toHaveLength(1)
})

test('events of a passkey are logged without its id or answers', async () => {
  const { authenticator, person, agentId } = await addPasskeyPerson(harness)
  await signInBy(harness, authenticator)
  await signInBy(harness, authenticator, { quirks: { counter: 1 } })
  await signInBy(harness, authenticator, { quirks: { origin: 'https://evil.example' } })
  secrets.push(authenticator.credentialId)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from passkeys where agent_id = ${agentId}`,
  )
  await person.send(removePasskey, { passkey_id: id })
  for (const event of ['passkey.added', 'passkey.copied', 'passkey.refused', 'passkey.removed'] as const)
    expect(linesOf(event)[0], event).toMatchObject({ agentId })
})

test('a changed email is logged without either email', async () => {
  const { who, desk } = await addOwner()
  const email = freshEmail()
  await desk.send(askForEmail, { email, current_password: 'password1' })
  const linkToken = linkTokenIn((await mailsTo(harness, email, 'email-change'))[0])
  secrets.push(linkToken)
  await send(harness, confirmEmail, {}, { parts: { linkToken } })
  expect(linesOf('email.change-asked')).toEqual([expect.objectContaining(who)])
  expect(linesOf('email.changed')).toEqual([expect.objectContaining(who)])
})

test('becoming owner, joining and leaving an account are logged', async () => {
  const { who, accountId, desk } = await addOwner()
  const leaving = await addAgent(harness.db, accountId, { email: freshEmail(), role: 'user' })
  const joining = await addAgent(harness.db, accountId, {
    email: freshEmail(),
    role: 'user',
    isInvited: true,
  })
  await desk.send(removePerson, { agent_id: leaving })
  expect(linesOf('person.removed')).toEqual([expect.objectContaining({ ...who, toAgentId: leaving })])
  const link = { purpose: 'invitation', agentId: joining, accountId, lastsMs: HOUR } as const
  const linkToken = await makeLink(harness.db, link, harness.clock.now())
  const body = { full_name: 'Marcus Bell', password: PASSWORD, password_confirm: PASSWORD }
  await send(harness, join, body, { parts: { linkToken } })
  expect(linesOf('person.joined')).toEqual([
    expect.objectContaining({ agentId: joining, accountNumber: who.accountNumber }),
  ])
  await desk.send(handOver, { agent_id: joining, password: 'password1' })
  expect(linesOf('account.handed-over')).toEqual([expect.objectContaining({ ...who, toAgentId: joining })])
})

test('a cross-origin post is logged', async () => {
  await harness.app.inject({
    method: 'POST',
    url: '/rest/auth/login/',
    remoteAddress: '203.0.113.99',
    headers: { origin: 'https://evil.example' },
  })
  expect(linesOf('origin.refused')).toEqual([expect.objectContaining({ from: '203.0.113.0/24' })])
})

test('authorizing a partner, guessing, and using an old token are logged', async () => {
  const partner = await addTestPartner(harness)
  const { email, who } = await addOwner()
  const code = await letIn(harness, partner, { email })
  const { body } = await exchange(harness, partner, code)
  secrets.push(code, partner.client_secret, String(body.access_token), String(body.refresh_token))
  const byPartner = expect.objectContaining({ ...who, partner: partner.client_id })
  expect(linesOf('partner.connected')).toEqual([byPartner])
  await refresh(harness, partner, body.refresh_token)
  harness.clock.advance(MINUTE + 1)
  await refresh(harness, partner, body.refresh_token)
  expect(linesOf('partner.token-replayed')).toEqual([byPartner])
  await send(harness, giveTokens, { ...partner, client_secret: 'a guess', grant_type: 'refresh_token' })
  expect(linesOf('partner.unproven')).toHaveLength(1)
})

test("operators' changes of a partner's keys are logged", async () => {
  const callback = 'https://partner.example/callback'
  await operatorOf(harness).run(
    'partner',
    'add',
    'Logged',
    'Mailer',
    '--id',
    'logged',
    '--redirect-uri',
    callback,
  )
  expect(linesOf('partner.added')).toEqual([expect.objectContaining({ partner: 'logged' })])
})

test('desk events name the operator, but not by email', async () => {
  const desk = await openDesk(harness)
  const admin = await desk.as('admin')
  const body = {
    id: 'by-desk',
    name: 'Mailer',
    redirect_uris: 'https://partner.example/callback',
    scope: 'profile',
    default_scope: '',
    is_public: false,
    requires_pkce: false,
    reason: 'They signed the contract.',
  }
  expect((await admin.send(addPartner, body)).status).toBe(200)
  const why = { id: 'by-desk', reason: 'They asked for it.' }
  await admin.send(rotatePartner, { ...why, old_lasts_hours: '24' })
  await admin.send(changePkce, { ...why, is_required: true })
  for (const event of ['partner.added', 'partner.secret-rotated', 'partner.changed'] as const)
    expect(linesOf(event).at(-1)).toMatchObject({ partner: 'by-desk', actor: `operator:${admin.id}` })
  await desk.close()
})

test("support's recovery of a second factor is logged, from the command line and the desk", async () => {
  const { email, agentId } = await addProtected(harness)
  const { pin } = await harness.db.one<{ pin: string }>(sql`
    select a.pin from accounts a join agents g on g.account_id = a.id where g.id = ${agentId}`)
  const newest = () => linesOf('second-factor.recovery-asked').at(-1)
  await operatorOf(harness).run('second-factor', 'recover', email)
  const who = { agentId, accountNumber: pin }
  expect(newest()).toMatchObject({ ...who, actor: 'operator:tests' })
  const desk = await openDesk(harness)
  const helper = await desk.as('helper')
  const body = { agent_id: agentId, reason: 'Lost the phone', key: 'recover-1' }
  // While one is pending, no second one begins, and none is logged.
  expect((await helper.send(recoverFactor, body, { number: pin })).status).toBe(400)
  await operatorOf(harness).refused('second-factor', 'recover', email)
  expect(linesOf('second-factor.recovery-asked').filter((line) => line.agentId === agentId)).toHaveLength(1)
  await harness.db.run(sql`update links set spent_at = now() where agent_id = ${agentId}`)
  expect((await helper.send(recoverFactor, body, { number: pin })).status).toBe(200)
  expect(newest()).toMatchObject({ ...who, actor: `operator:${helper.id}` })
  await desk.close()
})

test("operators' sign-ins at the desk and their refusals are logged without email", async () => {
  const desk = await openDesk(harness)
  const operator = await desk.as('reader')
  const atDesk = { ...harness, app: desk.app }
  await send(atDesk, signInToDesk, { email: operator.email, password: 'a guess' })
  const { email, totpSecret } = operator
  const { cookies } = await send(atDesk, signInToDesk, { email, password: OPERATOR_PASSWORD })
  const headers = { cookie: `desk_session=${cookies.desk_session}` }
  const code = codeOf(totpSecret, harness.clock.now())
  await send(atDesk, confirmDeskCode, { code }, { headers })
  expect(linesOf('operator.refused')).toHaveLength(1)
  expect(linesOf('operator.signed-in')).toEqual([
    expect.objectContaining({ actor: `operator:${operator.id}` }),
  ])
  secrets.push(OPERATOR_PASSWORD, totpSecret, cookies.desk_session ?? '')
  await desk.close()
})

test('a request of a signed-in person is logged with their ids', async () => {
  const { desk, who } = await addOwner()
  await desk.open('/account/')
  expect(lines().filter(({ route }) => route === '/account/')).toEqual([
    expect.objectContaining({ ...who, from: expect.stringMatching(/^198\.18\.\d+\.0\/24$/), status: 200 }),
  ])
})

test('a row rejected by the database is not logged, and an email in an error is redacted', async () => {
  const { accountId, email } = await addOwner()
  const twice = await addAgent(harness.db, accountId, { email, role: 'user' }).catch((error: Error) => error)
  harness.log.error({ err: twice }, 'a bug answered 500')
  const reason = '550 5.1.1 <someone@example.com> user unknown'
  harness.log.warn({ reason }, 'a job will be tried again')
  const [bug, job] = lines().slice(-2)
  expect(bug).toMatchObject({ err: { code: '23505', table: 'agents', constraint: expect.any(String) } })
  expect(bug?.err).not.toHaveProperty('detail')
  expect(job?.reason).toBe('550 5.1.1 <(an email)> user unknown')
})

test('a password or card number logged by mistake is redacted', () => {
  const written: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line: string) => void written.push(line) })
  const mistake = { password: 'correct horse', number: '4111111111111111' }
  log.warn({ ...mistake, body: mistake }, 'a mistake')
  const struckOut = { password: 'struck out', number: 'struck out' }
  expect(JSON.parse(written.join(''))).toMatchObject({ ...struckOut, body: struckOut })
})

test('if accounts fail in one round for several reasons, every reason is logged', async () => {
  const work = async (name: string) => {
    if (name !== 'sound') throw new Error(`${name} of someone@example.com`)
  }
  const round = eachInTurn(['a missing card', 'sound', 'a broken row'], work, () => true)
  harness.log.error({ err: await round.catch((error: Error) => error) }, 'a job failed')
  expect(lines().at(-1)).toMatchObject({
    err: {
      message: '2 of this round failed',
      errors: [{ message: 'a missing card of (an email)' }, { message: 'a broken row of (an email)' }],
    },
  })
})

test("the operators' document names every event", () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/operate.md'), 'utf8')
  expect(securityEventNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('these tests log every event, and never an email, password or token', () => {
  expect(new Set(lines().flatMap(({ event }) => event ?? []))).toEqual(new Set(securityEventNames))
  expect(harness.logged()).not.toMatch(/[\w.]+@/)
  for (const secret of secrets.filter((text) => text.length > 5))
    expect(harness.logged()).not.toContain(secret)
})
