import type { Role } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openPasswords } from '../identity/passwords.ts'

const passwords = openPasswords({ cost: 'low', atOnce: 4, waiting: 1000 })
/** Computed beforehand: an account can be added in a transaction, where no password may be hashed. */
const usualHash = await passwords.hash('password1')
let pins = 500_000

type AccountOptions = {
  email: string
  password?: string
  passwordHash?: string
  pin?: string
  company?: string
  name?: [string, string]
  status?: Status
  role?: Role
  isFraud?: boolean
  isInvited?: boolean
}

/** An account with one person, in the status the test needs. */
export async function addAccount(
  db: Db,
  options: AccountOptions,
): Promise<{ accountId: number; agentId: number; pin: string }> {
  const { id, pin } = await insertAccount(db, options)
  const agentId = await addAgent(db, id, options)
  return { accountId: id, agentId, pin }
}

async function insertAccount(db: Db, options: AccountOptions): Promise<{ id: number; pin: string }> {
  const now = new Date('2026-10-01T12:00:00Z')
  pins += 1
  const { pin = String(pins), company = 'North Shore Realty', status = 'active' } = options
  const added = await db.maybe<{ id: number; pin: string }>(sql`
    insert into accounts (pin, company, status, fraud_marked_at, status_since, created_at)
    values (${pin}, ${company}, ${status}, ${options.isFraud ? now : null}, ${now}, ${now})
    on conflict (pin) do nothing returning id, pin`)
  if (added) return added
  if (options.pin !== undefined) throw new Error(`The account number ${pin} is taken`)
  // A sign-up of the test has drawn this number.
  return insertAccount(db, options)
}

export async function addAgent(
  db: Db,
  accountId: number,
  options: Omit<AccountOptions, 'pin' | 'company' | 'status'>,
): Promise<number> {
  const now = new Date('2026-10-01T12:00:00Z')
  const [firstName, lastName] = options.name ?? ['Dana', 'Whitfield']
  const hash = options.isInvited
    ? null
    : (options.passwordHash ?? (options.password ? await passwords.hash(options.password) : usualHash))
  const { id } = await db.one<{ id: number }>(sql`
    insert into agents (account_id, email, first_name, last_name, role, password_hash, joined_at, created_at)
    values (${accountId}, ${options.email}, ${firstName}, ${lastName}, ${options.role ?? 'owner'}, ${hash},
      ${options.isInvited ? null : now}, ${now})
    returning id`)
  return id
}

/** A subscription with this many agent accesses, each of which is a seat, and possibly dialers. */
export async function addSeats(
  db: Db,
  accountId: number,
  seats: number,
  dialers: { triple?: number; single?: number } = {},
): Promise<void> {
  const now = new Date('2026-10-01T12:00:00Z')
  const { id } = await db.one<{ id: number }>(sql`
    insert into subscriptions (account_id, anchor_date, time_zone, started_at)
    values (${accountId}, '2026-10-01', 'US/Central', ${now}) returning id`)
  await db.run(sql`
    insert into subscription_items (subscription_id, item, quantity, unit_price_cents)
    values (${id}, 'lead', ${seats}, 1000)`)
  for (const [item, quantity] of Object.entries(dialers))
    await db.run(sql`
      insert into subscription_items (subscription_id, item, quantity, unit_price_cents)
      values (${id}, ${item}, ${quantity}, 13900)`)
}
