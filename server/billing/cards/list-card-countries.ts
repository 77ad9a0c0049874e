import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import type { Option } from '#contract/wire/option.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Where a card can be billed. The country of the account's bills comes first: the form begins with it. */
export async function listCardCountries(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: number,
): Promise<Option[]> {
  const { country } = await db.one<{ country: string }>(
    sql`select coalesce(billing_country, country) as country from accounts where id = ${accountId}`,
  )
  return optionsOfCountries(config.salesCountries, country)
}
