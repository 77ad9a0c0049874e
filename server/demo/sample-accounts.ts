import type { Status } from '#contract/accounts/statuses.ts'
import { assignFreeDialer } from '#server/accounts/dialers.ts'
import { noteDetailsStep, noteEmailStep } from '#server/billing/orders/sign-up.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import type { Passwords } from '../identity/passwords.ts'
import { NUMBER_ID_OF_FRAUD } from './card-of-fraud.ts'
import { PASSWORD } from './sample-operators.ts'
import { type Seeding, sampleDates, seedSubscription } from './sample-subscription.ts'

type Sample = {
  email: string
  pin: string
  company: string
  owner: [string, string]
  status: Status
  isFraud?: boolean
}

const samples: Sample[] = [
  {
    email: 'agent@example.com',
    pin: '204518',
    company: 'North Shore Realty',
    owner: ['Dana', 'Whitfield'],
    status: 'active',
  },
  {
    email: 'team@example.com',
    pin: '204611',
    company: 'Lakeview Homes',
    owner: ['Priya', 'Raman'],
    status: 'active',
  },
  {
    email: 'team@example.com',
    pin: '198220',
    company: 'Harbor Street Group',
    owner: ['Priya', 'Raman'],
    status: 'past_due',
  },
  {
    email: 'team@example.com',
    pin: '310077',
    company: 'Prairie Investors',
    owner: ['Priya', 'Raman'],
    status: 'free signup agent',
  },
  {
    email: 'pending@example.com',
    pin: '310412',
    company: 'Elm & Third',
    owner: ['Marcus', 'Bell'],
    status: 'pending',
  },
  {
    email: 'pastdue@example.com',
    pin: '187733',
    company: 'Cedar Lane Insurance',
    owner: ['Joan', 'Okafor'],
    status: 'past_due',
  },
  {
    email: 'canceled@example.com',
    pin: '165204',
    company: 'Summit Lending',
    owner: ['Luis', 'Ortega'],
    status: 'canceled',
  },
  {
    email: 'fraud@example.com',
    pin: '150938',
    company: 'Quick Flip Partners',
    owner: ['Sam', 'Doe'],
    status: 'canceled',
    isFraud: true,
  },
]

/** Accounts to sign in with on a fresh embedded start. Seeded once per data folder, in one transaction. */
export async function seedSampleAccounts(deps: {
  db: Database
  passwords: Passwords
  now: Date
  publicUrl: string
  /** If omitted, no mails are queued. */
  mailDeps?: MailDeps
}): Promise<void> {
  const { db, passwords, now, mailDeps } = deps
  const isSeeded = await db.maybe(sql`select 1 from accounts limit 1`)
  if (isSeeded) return moveDemoPartner(db, deps.publicUrl)
  const passwordHash = await passwords.hash(PASSWORD)
  if (isRefused(passwordHash)) throw new Error('No password could be hashed for the sample accounts')
  await db.transaction(async (tx) => {
    for (const sample of samples)
      await seedAccount(tx, sample, passwordHash, { now, ...(mailDeps && { mailDeps }) })
    await seedUnfinishedSignUp(tx, passwordHash, now)
    await seedPartners(tx, deps.publicUrl, now)
  })
}

async function seedAccount(tx: Db, sample: Sample, passwordHash: string, options: Seeding): Promise<void> {
  const { now } = options
  const { began, statusSince } = sampleDates(sample.status, now)
  const fraudAt = sample.isFraud ? later(now, -10 * DAY) : null
  const { id } = await tx.one<{ id: number }>(sql`
    insert into accounts (pin, company, status, industry, mobile_phone, address, city, state, zip_code, time_zone,
      fraud_marked_at, status_since, created_at)
    values (${sample.pin}, ${sample.company}, ${sample.status}, 'Real Estate', '3125550148', '200 Lake Street', 'Chicago',
      'IL', '60601', 'US/Central', ${fraudAt}, ${statusSince}, ${began})
    returning id`)
  const isInvited = sample.status === 'free signup agent'
  const { id: agentId } = await tx.one<{ id: number }>(sql`
    insert into agents (account_id, email, first_name, last_name, role, password_hash, invited_at, joined_at, created_at)
    values (${id}, ${sample.email}, ${sample.owner[0]}, ${sample.owner[1]}, 'owner', ${isInvited ? null : passwordHash},
      ${isInvited ? began : null}, ${isInvited ? null : began}, ${began})
    returning id`)
  if (isInvited) return
  const holder = sample.owner.join(' ')
  await seedSubscription(tx, { accountId: id, pin: sample.pin, holder, status: sample.status }, options)
  if (sample.isFraud)
    await tx.run(sql`update cards set number_id = ${NUMBER_ID_OF_FRAUD} where account_id = ${id}`)
  await assignFreeDialer(tx, { accountId: id, agentId }, began)
}

/** In the format call 5 stores: the form values under their wire names. */
const unfinished = {
  email: 'unfinished@example.com',
  confirmEmail: 'unfinished@example.com',
  full_name: 'Robin Hale',
  company: 'Hale & Daughters',
  mobile_phone: '3125550177',
  address: '48 Birch Road',
  city: 'Naperville',
  state: 'IL',
  zip_code: '60540',
  same_billing_address: true,
  industry: 'Insurance',
  howDidYouHearAboutUs: 'Coach',
  first_security_question: '1',
  second_security_question: '2',
  hosted_lead_management_count: 2,
  triple_line_power_dialer_count: 1,
  reverse_lookup_feature: 1,
  planName: '',
  originPath: '/pricing',
  wizard: 'new',
}

async function seedUnfinishedSignUp(tx: Db, hash: string, now: Date): Promise<void> {
  const visitorHash = hashToken('nobody')
  const left = later(now, -2 * HOUR)
  const { id: unfinishedId } = await tx.one<{ id: number }>(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash,
      created_at, changed_at)
    values (${unfinished.email}, ${visitorHash}, ${JSON.stringify(unfinished)}, ${hash}, ${hash}, ${hash}, ${left}, ${left})
    returning id`)
  await noteEmailStep(tx, visitorHash, left)
  await noteDetailsStep(tx, { wizard: 'new', visitorHash, unfinishedId }, left)
}

/** If PORT has changed since the last start, so has the redirect URI. */
async function moveDemoPartner(db: Db, publicUrl: string): Promise<void> {
  await db.run(sql`
    update clients set redirect_uris = ${[callbackOf(publicUrl)]} where id = 'demo-partner'`)
}

function callbackOf(publicUrl: string): string {
  return `${publicUrl}/demo/partner/callback`
}

async function seedPartners(tx: Db, publicUrl: string, now: Date): Promise<void> {
  const partners = [
    { id: 'demo-partner', name: 'Demo Partner', redirectUri: callbackOf(publicUrl) },
    {
      id: 'zapier',
      name: 'Zapier',
      redirectUri: 'https://zapier.com/dashboard/auth/oauth/return/App0CLIAPI/',
    },
  ]
  for (const partner of partners) {
    await tx.run(sql`
      insert into clients (id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
      values (${partner.id}, ${partner.name}, true, ${[partner.redirectUri]}, ${['profile', 'leads']}, 'profile', ${now})`)
    await tx.run(sql`
      insert into client_secrets (client_id, secret_hash, created_at)
      values (${partner.id}, ${hashToken(`${partner.id}-secret`)}, ${now})`)
  }
}
