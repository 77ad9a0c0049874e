// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSecretOf } from '#server/identity/partners.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { within } from '#server/platform/db/within.ts'
import { attempt } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshDatabase } from '#server/test-kit/harness.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { listPartners, operatePartners } from './operate-partners.ts'
import { addPartner, changeRedirectUris, rotateSecret } from './partners.ts'

const now = new Date('2026-11-15T15:00:00Z')
const by = { actor: 'operator:test', now }
const callback = 'https://partner.example/callback'
let db: Database

beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

const all = { after: '', limit: 1000 }
const listed = async (id: string, at = now) => (await listPartners(db, all, at)).find((one) => one.id === id)

test('a partner is registered with a secret that is shown once and stored as a hash', async () => {
  const added = await addPartner(
    db,
    { name: 'Lead Mailer', redirectUris: [callback], scope: 'profile leads' },
    now,
  )
  expect(added).toEqual({ id: 'lead-mailer', secret: expect.stringMatching(/^[\w-]{43}$/) })
  const kept = await db.many(sql`select secret_hash from client_secrets where client_id = 'lead-mailer'`)
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(await db.many(sql`select * from client_secrets`))).not.toContain(added.secret)
  expect(await listed('lead-mailer')).toMatchObject({
    name: 'Lead Mailer',
    isConfidential: true,
    scopes: ['profile', 'leads'],
    defaultScope: 'profile',
    people: 0,
    secrets: 1,
    disabledAt: null,
  })
  expect(await attempt(addPartner(db, { name: 'Lead Mailer', redirectUris: [callback] }, now))).toMatchObject(
    {
      errors: 'There is already a partner lead-mailer. Choose another id.',
    },
  )
})

test('a public partner has no secret to rotate', async () => {
  const added = await addPartner(db, { name: 'Phone app', redirectUris: [callback], isPublic: true }, now)
  expect(added).toEqual({ id: 'phone-app', secret: undefined })
  expect(await attempt(rotateSecret(db, { id: 'phone-app' }, now))).toMatchObject({
    errors: 'The partner phone-app is public and has no secret.',
  })
  const withoutPkce = operatePartners.demandPkce(db, by, { id: 'phone-app', isRequired: false })
  expect(await attempt(withoutPkce)).toMatchObject({
    errors: 'The partner phone-app is public, so PKCE is always required.',
  })
})

test.each([
  ['a name', { name: ' ' }, /needs a name/],
  ['an id', { id: 'Not An Id' }, /lowercase letters/],
  ['a redirect URI', { redirectUris: [] }, /at least one redirect URI/],
  ['no plain http', { redirectUris: ['http://partner.example/callback'] }, /must start with https:/],
  ['no script', { redirectUris: ['javascript:alert(1)'] }, /must start with https:/],
  ['no fragment', { redirectUris: [`${callback}#`] }, /fragment/],
  ['no user name', { redirectUris: ['https://us@partner.example/'] }, /user name/],
  ['no star', { redirectUris: ['https://*.partner.example/'] }, /complete URL/],
  ['a known scope', { scope: 'everything' }, /There is no scope everything/],
  ['a default within its scopes', { scope: 'profile', defaultScope: 'leads' }, /default scope/],
  ['a logo that is a picture', { logo: 'https://partner.example/logo.png' }, /A logo must be/],
])('a partner needs %s, and the refusal says so', async (_, wrong, text) => {
  const added = addPartner(db, { name: 'Wrong', redirectUris: [callback], ...wrong }, now)
  expect(await attempt(added)).toMatchObject({ errors: expect.stringMatching(text) })
})

test('a rotated secret still works for a day beside the new one', async () => {
  const added = await addPartner(db, { name: 'Rotating', redirectUris: [callback] }, now)
  const rotated = await rotateSecret(db, { id: 'rotating' }, now)
  expect(rotated.oldEndsAt).toEqual(later(now, 24 * HOUR))
  expect(rotated.secret).not.toBe(added.secret)
  const works = (secret = '', at: Date) => isSecretOf(db, 'rotating', secret, at)
  expect(await works(added.secret, later(now, 24 * HOUR - 1))).toBe(true)
  expect(await works(added.secret, later(now, 24 * HOUR))).toBe(false)
  expect(await works(rotated.secret, later(now, 1000 * HOUR))).toBe(true)
  expect(await listed('rotating')).toMatchObject({ secrets: 2 })
  await rotateSecret(db, { id: 'rotating', oldLastsHours: 0 }, later(now, 25 * HOUR))
  expect(await listed('rotating', later(now, 25 * HOUR))).toMatchObject({ secrets: 1 })
})

test('of two operators who rotate a secret at once, the second ends that of the first', async () => {
  await addPartner(db, { name: 'Twice', redirectUris: [callback] }, now)
  const rotate = (at: Database) => rotateSecret(at, { id: 'twice', oldLastsHours: 24 }, now)
  await whileUnderWay(
    { db },
    (tx) => rotate(within(db, tx)),
    () => rotate(db),
  )
  const endless = sql`select 1 from client_secrets where client_id = 'twice' and expires_at is null`
  expect(await db.many(endless)).toHaveLength(1)
  expect(await listed('twice')).toMatchObject({ secrets: 3 })
})

test('a disabled partner loses its connections, and does not regain them when enabled', async () => {
  await addPartner(db, { name: 'Shut out', redirectUris: [callback] }, now)
  const { agentId } = await addAccount(db, { email: 'someone@example.com' })
  const { id } = await db.one<{ id: number }>(sql`
    insert into grants (client_id, agent_id, scope, created_at) values ('shut-out', ${agentId}, 'profile', ${now})
    returning id`)
  const expiresAt = later(now, HOUR)
  await db.run(sql`
    insert into tokens (token_hash, grant_id, kind, created_at, expires_at)
    values (${hashToken('a token')}, ${id}, 'refresh', ${now}, ${expiresAt})`)
  expect(await listed('shut-out')).toMatchObject({ people: 1 })
  expect(await listed('shut-out', expiresAt)).toMatchObject({ people: 0 })
  expect(await operatePartners.disable(db, by, { id: 'shut-out' })).toMatchObject({
    ended: 1,
    hasChanged: true,
  })
  expect(await listed('shut-out')).toMatchObject({ people: 0, disabledAt: now })
  expect(await operatePartners.enable(db, by, { id: 'shut-out' })).toMatchObject({ hasChanged: true })
  expect(await listed('shut-out')).toMatchObject({ people: 0, disabledAt: null })
})

test('many connections end in batches; those left by a killed process do not return', async () => {
  await addPartner(db, { name: 'Large', redirectUris: [callback] }, now)
  const { agentId } = await addAccount(db, { email: 'many@example.com' })
  await db.run(sql`
    insert into grants (client_id, agent_id, scope, created_at)
    select 'large', ${agentId}, 'profile', ${now}::timestamptz from generate_series(1, 1200)`)
  const parts: number[] = []
  const killedAfterTwo = async (statement: Sql) => {
    if (parts.length === 2) throw new Error('killed')
    parts.push(await db.run(statement))
    return parts.at(-1) ?? 0
  }
  const disabled = await operatePartners.disable({ ...db, run: killedAfterTwo }, by, { id: 'large' })
  expect({ disabled, parts }).toEqual({
    disabled: { id: 'large', ended: 1200, hasChanged: true },
    parts: [500, 500],
  })
  const left = sql`select 1 from grants where client_id = 'large' and revoked_at is null`
  expect(await db.many(left)).toHaveLength(200)
  await operatePartners.enable(db, by, { id: 'large' })
  expect(await db.many(left)).toEqual([])
})

test('redirect URIs can be changed under the same rules; an unknown partner is refused', async () => {
  await addPartner(db, { name: 'Moving', redirectUris: [callback] }, now)
  const elsewhere = ['https://partner.example/elsewhere', 'http://localhost:4000/callback']
  expect(await changeRedirectUris(db, { id: 'moving', redirectUris: elsewhere })).toMatchObject({
    hasChanged: true,
  })
  expect(await listed('moving')).toMatchObject({ redirectUris: elsewhere })
  const wrong = changeRedirectUris(db, { id: 'moving', redirectUris: ['ftp://x.example/'] })
  expect(await attempt(wrong)).toHaveProperty('refused')
  const unknown = { refused: 'not-found', errors: 'There is no partner nobody.' }
  expect(await attempt(rotateSecret(db, { id: 'nobody' }, now))).toEqual(unknown)
  expect(await attempt(operatePartners.disable(db, by, { id: 'nobody' }))).toEqual(unknown)
  expect(await attempt(operatePartners.enable(db, by, { id: 'nobody' }))).toEqual(unknown)
  expect(await attempt(changeRedirectUris(db, { id: 'nobody', redirectUris: [callback] }))).toEqual(unknown)
})

test("a partner's name is one visible line", async () => {
  for (const name of ['Lead\nMailer', 'Lead\u202e Mailer', 'Lead\u200bMailer']) {
    const added = await attempt(addPartner(db, { name, redirectUris: [callback], scope: 'profile' }, now))
    const told = { errors: expect.stringMatching(/^A name must be one line/) }
    expect(added, JSON.stringify(name)).toMatchObject(told)
  }
})
