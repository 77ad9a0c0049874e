import { findByEmail } from '#server/accounts/find/find-by-email.ts'
import { findByNumber } from '#server/accounts/find/find-by-number.ts'
import { findByWords } from '#server/accounts/find/find-by-words.ts'
import { accountsOf, type FoundAccount } from '#server/accounts/find/found-account.ts'
import type { Hit } from '#server/accounts/find/hit.ts'
import { readWanted } from '#server/accounts/find/read-wanted.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

const FOUND_AT_MOST = 50
export const WHICH_ACCOUNT = 'Which account? Enter an account number, an email or a company.'

/** The one account with this number, email or company, or why the text does not identify one. */
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
  if (others.length === 0) return account
  const listed = [account, ...others].map(({ pin, company }) => `${pin} (${company})`).join(', ')
  return refuse('invalid-fields', {
    errors: `Several accounts match: ${listed}. Enter one of these numbers.`,
  })
}

/** By the whole account number, or the whole email of anyone in the account. */
async function findNamed(db: Database, text: string): Promise<FoundAccount[]> {
  const wanted = { ...readWanted(text), label: 'account' as const }
  const hits = [
    ...(await findByNumber(db, wanted, FOUND_AT_MOST)),
    ...(await findByEmail(db, wanted.email, FOUND_AT_MOST)),
  ]
  return accountsIn(
    db,
    hits.filter(({ isExact }) => isExact),
  )
}

/** By part of the company, or of the email of anyone in the account. A command changes nothing by a person's name. */
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
