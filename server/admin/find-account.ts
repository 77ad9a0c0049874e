import { isEmail } from '#contract/wire/rules.ts'
import { findAnything } from '#server/accounts/find/find-anything.ts'
import { findByEmail } from '#server/accounts/find/find-by-email.ts'
import { findByNumber } from '#server/accounts/find/find-by-number.ts'
import { findByWords } from '#server/accounts/find/find-by-words.ts'
import { accountsOf, type FoundAccount } from '#server/accounts/find/found-account.ts'
import type { Hit } from '#server/accounts/find/hit.ts'
import { readWanted } from '#server/accounts/find/read-wanted.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

const FOUND_AT_MOST = 50
const CANDIDATES_AT_MOST = 10
const NUMBER_OF_THESE = 'Enter one of these numbers.'
export const WHICH_ACCOUNT = 'Which account? Enter an account number, an email or a company.'

/**
 * The account that a command changes: named by its whole number, or by the whole email of somebody in this account alone.
 * What a search finds is listed, never changed.
 */
export async function namedAccount(
  db: Database,
  text: string | undefined,
  /** What to do about an email of somebody who is in several. */
  advice = NUMBER_OF_THESE,
): Promise<FoundAccount | Refused> {
  const wanted = text?.trim() ?? ''
  if (wanted === '')
    return refuse('invalid-fields', {
      errors: 'Which account? Enter its number, or the email of somebody in it.',
    })
  const [account, ...others] = await findWhole(db, wanted)
  if (account && others.length === 0) return account
  if (account) return severalMatch([account, ...others], advice)
  return refuse('not-found', { errors: await describeUnknown(db, wanted) })
}

/** Not by `readWanted`, which also finds an email or a number within a longer text. */
async function findWhole(db: Database, wanted: string): Promise<FoundAccount[]> {
  if (/^\d{6}$/.test(wanted)) return findNamed(db, wanted)
  if (!isEmail(wanted)) return []
  return exactlyFound(db, await findByEmail(db, wanted.toLowerCase(), FOUND_AT_MOST))
}

async function describeUnknown(db: Database, wanted: string): Promise<string> {
  const { matches } = await findAnything(db, wanted)
  const found = new Map(matches.flatMap(({ account }) => (account ? [[account.pin, account]] : [])))
  const candidates = [...found.values()].slice(0, CANDIDATES_AT_MOST)
  if (candidates.length === 0) return `There is no account ${wanted}.`
  const more = found.size > candidates.length ? ' For more, run "account find".' : ''
  return `No account has the number or email ${wanted}. Nothing was changed. Similar: ${listed(candidates)}. Enter the number.${more}`
}

/** To look at: the one account with this number, email or company, or why the text does not identify one. */
export async function theAccount(db: Database, text: string | undefined): Promise<FoundAccount | Refused> {
  const wanted = text?.trim() ?? ''
  if (wanted === '') return refuse('invalid-fields', { errors: WHICH_ACCOUNT })
  // An exact match wins, even if other accounts contain the same text; the owner's wins over anyone else's.
  const named = await findNamed(db, wanted)
  const owned = named.filter(
    ({ pin, email }) => pin === wanted || email.toLowerCase() === wanted.toLowerCase(),
  )
  const found = owned.length > 0 ? owned : named.length > 0 ? named : await findSimilar(db, wanted)
  const [account, ...others] = found
  if (!account) return refuse('not-found', { errors: `There is no account ${text}.` })
  return others.length === 0 ? account : severalMatch(found, NUMBER_OF_THESE)
}

function severalMatch(accounts: readonly FoundAccount[], advice: string): Refused {
  return refuse('invalid-fields', { errors: `Several accounts match: ${listed(accounts)}. ${advice}` })
}

function listed(accounts: readonly FoundAccount[]): string {
  return accounts.map(({ pin, company }) => `${pin} (${company})`).join(', ')
}

/** By the whole account number, or the whole email of anyone in the account. */
async function findNamed(db: Database, text: string): Promise<FoundAccount[]> {
  const wanted = { ...readWanted(text), label: 'account' as const }
  const hits = [
    ...(await findByNumber(db, wanted, FOUND_AT_MOST)),
    ...(await findByEmail(db, wanted.email, FOUND_AT_MOST)),
  ]
  return exactlyFound(db, hits)
}

function exactlyFound(db: Database, hits: readonly Hit[]): Promise<FoundAccount[]> {
  return accountsIn(
    db,
    hits.filter(({ isExact }) => isExact),
  )
}

/** By part of the company, or of the email of anyone in the account. */
async function findSimilar(db: Database, text: string): Promise<FoundAccount[]> {
  const { hits } = await findByWords(db, readWanted(text).words, FOUND_AT_MOST)
  return accountsIn(
    db,
    hits.filter(({ what }) => what === 'Company' || what === 'Email'),
  )
}

function accountsIn(db: Database, hits: readonly Hit[]): Promise<FoundAccount[]> {
  return accountsOf(db, [...new Set(hits.flatMap(({ accountId }) => accountId ?? []))])
}
