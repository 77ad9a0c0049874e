import { trustDevice } from '#server/identity/devices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { addAccount, addAgent, addSeats } from './accounts.ts'
import { freshEmail } from './fresh.ts'
import type { Harness } from './harness.ts'
import { storePasskey } from './passkeys.ts'
import { type SignedIn, signedInAs } from './signed-in.ts'

/** An account with data of every kind, for other accounts to try to access. */
export type Tenant = {
  accountId: number
  ownerId: number
  userId: number
  invitedId: number
  sessionId: number
  trustedId: number
  passkeyId: number
  cardId: number
  appKey: string
  invoiceNumber: string
  creditNoteNumber: string
  /** Values that must never appear in a page or an answer for anyone else. */
  marks: string[]
  owner: SignedIn
}

let tenants = 0

/** `hasPasskey`: the owner has one and has just used it. Otherwise only a password. */
export async function openTenant(harness: Harness, { hasPasskey = false } = {}): Promise<Tenant> {
  const { db, clock } = harness
  tenants += 1
  const [email, userEmail, invitedEmail] = [freshEmail(), freshEmail(), freshEmail()]
  const company = `Household ${tenants} of Zanzibar`
  const { accountId, agentId: ownerId, pin } = await addAccount(db, { email, company })
  await addSeats(db, accountId, 10, { triple: 1 })
  const userId = await addAgent(db, accountId, { email: userEmail, role: 'user' })
  const invitedId = await addAgent(db, accountId, { email: invitedEmail, role: 'user', isInvited: true })
  const clientId = `partner-${accountId}-of-zanzibar`
  await db.run(sql`
    insert into clients (id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
    values (${clientId}, ${`Partner of ${company}`}, true, '{}', '{profile}', 'profile', ${clock.now()})`)
  await db.run(sql`
    with granted as (
      insert into grants (client_id, agent_id, scope, created_at)
      values (${clientId}, ${ownerId}, 'profile', ${clock.now()}) returning id
    )
    insert into tokens (token_hash, grant_id, kind, created_at, expires_at)
    select ${hashToken(clientId)}, id, 'access', ${clock.now()}::timestamptz, ${later(clock.now(), DAY)}::timestamptz
    from granted`)
  const bill = await db.one<{ number: string }>(sql`
    insert into invoices (account_id, total_cents, issued_at, paid_at, billed_to)
    values (${accountId}, 1000, ${clock.now()}, ${clock.now()}, billed_to(${accountId})) returning number`)
  await db.run(sql`
    insert into invoice_lines (invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
    select id, 0, 'item', 'Agent access', 1, 1000, 1000 from invoices where number = ${bill.number}`)
  const creditNoteNumber = await addCreditNote(db, bill.number, clock.now())
  const card = await db.one<{ id: number }>(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, is_backup,
      created_at)
    values (${accountId}, 'sandbox', ${`card of ${clientId}`}, 'Visa', '4242', 'Ada Okafor', 12, 2039, true, ${clock.now()})
    returning id`)
  const mailHost = `mail-${accountId}.zanzibar.example`
  await db.run(sql`
    insert into smtp_settings (account_id, host, port, security, username, from_address, changed_at)
    values (${accountId}, ${mailHost}, 587, 'starttls', '', ${email}, ${clock.now()})`)

  const owner = await signedInAs(harness, { email })
  // A second device, so that there is another session to end.
  await signedInAs(harness, { email })
  const session = await db.one<{ id: number }>(
    sql`select max(id) as id from sessions where agent_id = ${ownerId}`,
  )
  const from = { ip: '192.0.2.1', userAgent: '' }
  await trustDevice(db, { agentId: ownerId, deviceToken: `device of ${ownerId}` }, from, clock.now())
  const trusted = await db.one<{ id: number }>(
    sql`select id from trusted_devices where agent_id = ${ownerId}`,
  )
  const passkeyId = hasPasskey ? await storePasskey(harness, ownerId) : 0
  if (hasPasskey) await db.run(sql`update sessions set shown_way = 'passkey' where agent_id = ${ownerId}`)
  return {
    accountId,
    ownerId,
    userId,
    invitedId,
    sessionId: session.id,
    trustedId: trusted.id,
    passkeyId,
    cardId: card.id,
    appKey: `${clientId}:${ownerId}`,
    invoiceNumber: bill.number,
    creditNoteNumber,
    marks: [email, userEmail, invitedEmail, company, pin, bill.number, creditNoteNumber, clientId, mailHost],
    owner,
  }
}

/** Ten dollars of a paid bill, given as credit. */
export async function addCreditNote(db: Db, bill: string, now: Date): Promise<string> {
  const { number } = await db.one<{ number: string }>(sql`
    insert into credit_notes (key, body_digest, number, account_id, invoice_id, way, total_cents, lines, reason, words,
      asked_by, state, created_at, settled_at)
    select 'note of ' || number, '', 'N-' || next_number('credit-note'), account_id, id, 'credit', 1000,
      '[{"label": "Agent access", "cents": 1000}]', 'goodwill', '', 'operator:tests', 'issued', ${now}::timestamptz,
      ${now}::timestamptz
    from invoices where number = ${bill} returning number`)
  return number
}

/** Every row that belongs to the account, in all tables. */
export async function rowsOf({ db }: Harness, accountId: number): Promise<Record<string, unknown>> {
  const columns = await db.many<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('account_id', 'agent_id') order by 1, 2`)
  const rows: Record<string, unknown> = {}
  for (const { table, column } of columns) {
    const belongs =
      column === 'account_id'
        ? 't.account_id = $1'
        : 't.agent_id in (select id from agents where account_id = $1)'
    rows[`${table} by ${column}`] = await db.many({
      text: `select to_jsonb(t) as row from ${table} t where ${belongs} order by to_jsonb(t)::text`,
      values: [accountId],
    })
  }
  const account = sql`select to_jsonb(a) as row from accounts a where a.id = ${accountId}`
  return { ...rows, account: await db.one(account) }
}
