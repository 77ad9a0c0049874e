import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWithPasskey } from '#contract/features/passkey-sign-in.ts'
import { startPasskey } from '#contract/features/passkeys.ts'
import { checkResetLink, requestPasswordReset } from '#contract/features/password-reset.ts'
import { invitePerson, resendInvitation } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { cancelFactorRecovery, confirmSecondStep, startPasskeyStep } from '#contract/features/second-step.ts'
import { confirmEmail, confirmEmailWorks } from '#contract/features/security-links.ts'
import { findAccounts } from '#contract/features/sign-in.ts'
import { requestResume, resumeSignUp, saveUnfinishedSignUp } from '#contract/features/sign-up/calls.ts'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation.ts'
import { startPasskeyConfirmation } from '#contract/features/step-up.ts'
import { pages } from '#contract/pages.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addProtected, typePassword, wrongCode } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** One attempt after the other, by the same visitor. Returns the status. */
type Attempts = () => Promise<number>

const linkToken = 'of-no-link'
const chosen = { full_name: 'Sam Lee', password: 'maple otter', password_confirm: 'maple otter' }
const credential = {
  id: 'AAAA',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: null },
}

function byCall<C extends Call>(
  call: C,
  body: () => Partial<BodyOf<C>>,
  parts = {},
): () => Promise<Attempts> {
  return async () => {
    const address = freshIp()
    return async () => (await send(harness, call, body(), { address, parts })).status
  }
}

function byPage(page: 'hand-over' | 'not-me'): () => Promise<Attempts> {
  return async () => {
    const opened = { url: fillPath(pages[page], { linkToken }), remoteAddress: freshIp() }
    return async () => (await harness.app.inject(opened)).statusCode
  }
}

function signedIn<C extends Call>(
  call: C,
  body: (own: { agentId: number }) => Partial<BodyOf<C>>,
): () => Promise<Attempts> {
  return async () => {
    const email = freshEmail()
    const own = await addAccount(harness.db, { email })
    const person = await signedInAs(harness, { email })
    return async () => (await person.send(call, body(own))).status
  }
}

async function secondStep() {
  const { email, code } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  return { headers: { cookie: `second-step=${cookies['second-step']}` }, address: freshIp(), code }
}

async function guessCodes(): Promise<Attempts> {
  const { code, ...browser } = await secondStep()
  return async () => (await send(harness, confirmSecondStep, { code: wrongCode(code) }, browser)).status
}

async function saveForUsedEmail(): Promise<Attempts> {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const address = freshIp()
  return async () => (await send(harness, saveUnfinishedSignUp, goodSignUp({ email }), { address })).status
}

const limits: [string, number, () => Promise<Attempts>][] = [
  ['reset-link:place', 120, byCall(checkResetLink, () => ({}), { linkToken })],
  ['invitation:place', 120, byCall(join, () => chosen, { linkToken })],
  ['hand-over:place', 120, byPage('hand-over')],
  ['email-link:place', 120, byCall(confirmEmail, () => ({}), { linkToken })],
  ['email-works:place', 120, byCall(confirmEmailWorks, () => ({}), { linkToken })],
  ['smtp-confirmation:place', 120, byCall(confirmSmtpSettings, () => ({}), { linkToken })],
  ['not-me:place', 120, byPage('not-me')],
  ['second-factor-link:place', 120, byCall(cancelFactorRecovery, () => ({}), { linkToken })],
  ['resume-link:place', 120, byCall(resumeSignUp, () => ({}), { linkToken })],
  ['passkey-sign-in:place', 60, byCall(signInWithPasskey, () => ({ credential }))],
  ['find-accounts:place', 120, byCall(findAccounts, () => ({ email: freshEmail() }))],
  ['reset:place', 30, byCall(requestPasswordReset, () => ({ email: freshEmail() }))],
  ['resume:place', 20, byCall(requestResume, () => ({ email: freshEmail() }))],
  ['unfinished:place', 40, saveForUsedEmail],
  ['invite:account', 60, signedIn(invitePerson, () => ({ email: freshEmail() }))],
  ['resend-invitation:person', 5, signedIn(resendInvitation, ({ agentId }) => ({ agent_id: agentId }))],
  ['passkeys:person', 60, signedIn(startPasskey, () => ({}))],
  ['passkey-step-up:person', 60, signedIn(startPasskeyConfirmation, () => ({}))],
  [
    'passkey-step:person',
    60,
    async () => {
      const { code: _, ...browser } = await secondStep()
      return async () => (await send(harness, startPasskeyStep, {}, browser)).status
    },
  ],
  ['second-factor:person-day', 40, guessCodes],
  ['second-factor:place', 60, guessCodes],
]

type Row = { key: string; points: number }

test.each(limits)(
  '%s: what is refused counts as well, and attempt %i is the last',
  async (name, tries, begin) => {
    const attempt = await begin()
    const isOfLimit = sql`select key, points from limits where starts_with(key, ${`${name}:`})`
    const before = await harness.db.many<Row>(isOfLimit)
    expect(await attempt()).not.toBe(429)
    const pointsBefore = (key: string) => before.find((row) => row.key === key)?.points ?? 0
    const counted = (await harness.db.many<Row>(isOfLimit)).filter(
      ({ key, points }) => points > pointsBefore(key),
    )
    expect(counted).toMatchObject([{ points: 1 }])
    await harness.db.run(sql`update limits set points = ${tries - 1} where key = ${counted[0]?.key}`)
    expect(await attempt()).not.toBe(429)
    expect(await attempt()).toBe(429)
  },
)
