import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Hit } from './found.ts'
import type { Wanted } from './read-wanted.ts'

const NUMBER_DIGITS = 6
/** Fewer digits are the beginning of too many numbers. */
const FEWEST_DIGITS = 3
/** A phone number without its area code. */
const FEWEST_PHONE_DIGITS = 7
const PHONE_DIGITS = 10

/** By account number or its first digits, and by the end of a phone number. */
export async function findByNumber(db: Db, wanted: Wanted, atMost: number): Promise<Hit[]> {
  const { digits, label } = wanted
  const mayBeAccount = label === undefined || label === 'account'
  const number = mayBeAccount && digits.length === NUMBER_DIGITS ? digits : null
  const begin =
    mayBeAccount && digits.length >= FEWEST_DIGITS && digits.length < NUMBER_DIGITS ? digits : null
  const phone = label === undefined || label === 'phone' ? endOfPhone(digits) : null
  if (number === null && begin === null && phone === null) return []
  return db.many<Hit>(sql`
    (select 'account' as kind, 'Account number' as what, pin as text, id as "accountId", true as "isExact",
      '' as reference, null as state, null::integer as "amountCents", null::timestamptz as at
    from accounts where pin = ${number})
    union all
    (select 'account', 'Account number', pin, id, false, '', null, null::integer, null::timestamptz
    from accounts where pin >= ${begin?.padEnd(NUMBER_DIGITS, '0')} and pin <= ${begin?.padEnd(NUMBER_DIGITS, '9')}
    order by pin limit ${atMost})
    union all
    (select 'account', 'Mobile phone', mobile_phone, id, mobile_phone = ${digits}, '', null, null::integer, null::timestamptz
    from accounts
    where mobile_phone <> '' and reverse(mobile_phone) ~>=~ ${phone}::text and reverse(mobile_phone) ~<~ (${phone}::text || ':')
    order by reverse(mobile_phone) using ~<~ limit ${atMost})
    union all
    (select 'account', 'Office phone', office_phone, id, office_phone = ${digits}, '', null, null::integer, null::timestamptz
    from accounts
    where office_phone <> '' and reverse(office_phone) ~>=~ ${phone}::text and reverse(office_phone) ~<~ (${phone}::text || ':')
    order by reverse(office_phone) using ~<~ limit ${atMost})`)
}

/** Backwards, as the index has it. Phone numbers are stored with ten digits and without the country code. */
function endOfPhone(digits: string): string | null {
  if (digits.length < FEWEST_PHONE_DIGITS) return null
  return [...digits.slice(-PHONE_DIGITS)].reverse().join('')
}
