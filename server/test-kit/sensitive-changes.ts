import * as billing from '#contract/features/billing.ts'
import { cancel } from '#contract/features/cancel.ts'
import * as mail from '#contract/features/outgoing-mail.ts'
import * as passkeys from '#contract/features/passkeys.ts'
import * as people from '#contract/features/people.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate, reactivateWithCard } from '#contract/features/reactivate.ts'
import * as secondFactor from '#contract/features/second-factor.ts'
import * as factorDemand from '#contract/features/second-factor-demand.ts'
import * as security from '#contract/features/security.ts'
import type { AccountCall } from '#contract/wire/call.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { freshEmail } from './fresh.ts'
import type { Harness } from './harness.ts'
import { storePasskey } from './passkeys.ts'
import { cardForm } from './past-due.ts'
import { startFactor, turnOnFactor } from './second-factor.ts'
import { type SignedIn, signedInAs } from './signed-in.ts'
import { addBackupCard, MASTERCARD, subscribe } from './subscriptions.ts'
import { openTenant } from './tenants.ts'

type Body = Record<string, unknown>

/** A person about to make a sensitive change with a valid body, who has just signed in. */
export type Prepared = {
  accountId: number
  email: string
  person: SignedIn
  body: () => Body
  /** For a person who already has a second factor. */
  code?: () => string
  /** What else the person has. */
  hasPasskey?: true
}

export type SensitiveChange = {
  call: AccountCall
  /** `hasFactor`: with a second factor, if it could not be turned on any more. */
  prepare: (harness: Harness, hasFactor?: boolean) => Promise<Prepared>
}

const mailServer = {
  host: 'mail.example.com',
  port: '587',
  security: 'starttls',
  username: '',
  from_address: 'sender@example.com',
}

/** Every call that declares step-up, with someone for whom it would succeed. */
export const sensitiveChanges: SensitiveChange[] = [
  { call: billing.updateCard, prepare: (harness) => asSubscriber(harness, () => cardForm(MASTERCARD)) },
  { call: billing.saveBackupCard, prepare: (harness) => asSubscriber(harness, () => cardForm(MASTERCARD)) },
  { call: billing.removeBackupCard, prepare: withBackup },
  { call: billing.swapCards, prepare: withBackup },
  { call: mail.saveOutgoingMail, prepare: (harness) => asOwner(harness, () => mailServer) },
  { call: mail.removeOutgoingMail, prepare: (harness) => asOwner(harness, () => ({})) },
  { call: people.invitePerson, prepare: (harness) => asOwner(harness, () => ({ email: freshEmail() })) },
  {
    call: people.changeRole,
    prepare: (harness) => asOwner(harness, ({ userId }) => ({ agent_id: userId, role: 'billing' })),
  },
  { call: people.handOver, prepare: (harness) => asOwner(harness, ({ userId }) => ({ agent_id: userId })) },
  { call: security.askForEmail, prepare: (harness) => asOwner(harness, () => ({ email: freshEmail() })) },
  {
    call: security.changePassword,
    prepare: (harness) =>
      asOwner(harness, () => ({
        current_password: 'password1',
        password: 'password2',
        password_confirm: 'password2',
      })),
  },
  { call: secondFactor.startSecondFactor, prepare: (harness) => asOwner(harness, () => ({})) },
  {
    call: secondFactor.turnOnSecondFactor,
    async prepare(harness) {
      const prepared = await asOwner(harness, () => ({}))
      const code = await startFactor(harness, prepared.person)
      return { ...prepared, body: () => ({ code: code() }) }
    },
  },
  { call: secondFactor.renewRecoveryCodes, prepare: (harness) => asProtected(harness) },
  { call: secondFactor.turnOffSecondFactor, prepare: (harness) => asProtected(harness) },
  {
    call: passkeys.startPasskey,
    prepare: (harness) => asOwner(harness, () => ({ is_automatic: false })),
  },
  {
    call: passkeys.removePasskey,
    async prepare(harness) {
      const prepared = await asProtected(harness)
      const passkeyId = await storePasskey(harness, prepared.ownerId)
      return { ...prepared, body: () => ({ passkey_id: passkeyId }), hasPasskey: true }
    },
  },
  {
    call: factorDemand.demandSecondFactor,
    prepare: async (harness) => ({ ...(await asProtected(harness)), body: () => ({ grace_days: '7' }) }),
  },
  {
    call: factorDemand.withdrawFactorDemand,
    async prepare(harness) {
      const prepared = await asProtected(harness)
      await prepared.person.send(factorDemand.demandSecondFactor, { grace_days: '7' })
      return prepared
    },
  },
  {
    call: changePlan,
    prepare: (harness) =>
      asSubscriber(harness, () => ({
        triple_line_power_dialer_count: 3,
        hosted_lead_management_count: 1,
        now_cents: 2 * 13_900,
        next_cents: 3 * 13_900 + 1_000,
        idempotency_key: freshKey(),
      })),
  },
  { call: reactivate, prepare: (harness, hasFactor) => asFormer(harness, order, hasFactor) },
  {
    call: reactivateWithCard,
    prepare: (harness, hasFactor) =>
      asFormer(harness, () => ({ ...cardForm(MASTERCARD), ...order() }), hasFactor),
  },
]

function order(): Body {
  return { total_cents: 14_900, idempotency_key: freshKey() }
}

let keys = 0
function freshKey(): string {
  keys += 1
  return `sensitive-change-${keys}`
}

async function asOwner(
  harness: Harness,
  body: (tenant: Awaited<ReturnType<typeof openTenant>>) => Body,
): Promise<Prepared & { ownerId: number }> {
  const tenant = await openTenant(harness)
  const { accountId, ownerId, owner, marks } = tenant
  const sent = body(tenant)
  return { accountId, ownerId, email: marks[0] ?? '', person: owner, body: () => sent }
}

async function asProtected(harness: Harness): Promise<Prepared & { ownerId: number }> {
  const prepared = await asOwner(harness, () => ({}))
  const { code } = await turnOnFactor(harness, prepared.person)
  return { ...prepared, code }
}

async function asSubscriber(harness: Harness, body: () => Body): Promise<Prepared> {
  const { accountId, email } = await subscribe(harness)
  const sent = body()
  return { accountId, email, person: await signedInAs(harness, { email }), body: () => sent }
}

async function withBackup(harness: Harness): Promise<Prepared> {
  const prepared = await asSubscriber(harness, () => ({}))
  const card_id = await addBackupCard(harness, prepared)
  return { ...prepared, body: () => ({ card_id }) }
}

/** The owner of an account that was canceled and has ended. */
async function asFormer(harness: Harness, body: () => Body, hasFactor = false): Promise<Prepared> {
  const { accountId, email } = await subscribe(harness)
  const leaving = await signedInAs(harness, { email })
  const factor = hasFactor ? await turnOnFactor(harness, leaving) : undefined
  await leaving.send(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const sent = body()
  const person = await signedInAs(harness, { email })
  return { accountId, email, person, body: () => sent, ...(factor && { code: factor.code }) }
}
