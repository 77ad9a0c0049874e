import { isEmail } from '#contract/wire/rules.ts'
import { findAnything } from '#server/accounts/find/find-anything.ts'
import { accountsOf, type FoundAccount, findByEmail, findByNumber } from '#server/accounts/find/find-named.ts'
import { parseQuery } from '#server/accounts/find/parse-query.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'

const FOUND_AT_MOST = 50
const CANDIDATES_AT_MOST = 10
/** For the email of somebody who is in several accounts. */
export const inAccount = { account: { takes: 'NUMBER', says: 'in which account, if they are in several' } }
export const WHICH_OF_SEVERAL = 'Say which one with --account NUMBER.'

/**
 * Commands that change an account need its full number or an email unique to it. Search results are listed,
 * never used.
 */
export async function namedAccount(
  db: Database,
  text: string | undefined,
  /** What to do about an email that is in several accounts. */
  advice = 'Enter one of these numbers.',
): Promise<FoundAccount> {
  const wanted = text?.trim() ?? ''
  if (wanted === '')
    throw refuse('invalid-fields', {
      errors: 'Which account? Enter its number, or the email of somebody in it.',
    })
  const [account, ...others] = await findWhole(db, wanted)
  if (account && others.length === 0) return account
  if (account)
    throw refuse('invalid-fields', {
      errors: `Several accounts match: ${listed([account, ...others])}. ${advice}`,
    })
  throw refuse('not-found', { errors: await describeUnknown(db, wanted) })
}

/** Not just `readWanted`, which also finds an email or a number within a longer text. */
async function findWhole(db: Database, wanted: string): Promise<FoundAccount[]> {
  const hits = /^\d{6}$/.test(wanted)
    ? await findByNumber(db, { ...parseQuery(wanted), label: 'account' }, FOUND_AT_MOST)
    : isEmail(wanted)
      ? await findByEmail(db, wanted.toLowerCase(), FOUND_AT_MOST)
      : []
  const exact = hits.filter(({ isExact }) => isExact)
  return accountsOf(db, [...new Set(exact.flatMap(({ accountId }) => accountId ?? []))])
}

async function describeUnknown(db: Database, wanted: string): Promise<string> {
  const { matches } = await findAnything(db, wanted)
  const found = new Map(matches.flatMap(({ account }) => (account ? [[account.pin, account]] : [])))
  const candidates = [...found.values()].slice(0, CANDIDATES_AT_MOST)
  if (candidates.length === 0) return `There is no account ${wanted}.`
  const more = found.size > candidates.length ? ' For more, run "account find".' : ''
  return `No account has the number or email ${wanted}. Similar: ${listed(candidates)}. Enter the number.${more}`
}

function listed(accounts: readonly FoundAccount[]): string {
  return accounts.map(({ pin, company }) => `${pin} (${company})`).join(', ')
}

/** The account's person with this email, or its owner if its number was given. */
export function findPerson(db: Db, { id, pin }: { id: number; pin: string }, wanted: string) {
  return db.maybe<{ id: number; email: string }>(sql`
    select id, email from agents
    where account_id = ${id} and removed_at is null
      and (email_key = ${wanted.toLowerCase()} or (role = 'owner' and ${wanted === pin}::boolean))
    limit 1`)
}
