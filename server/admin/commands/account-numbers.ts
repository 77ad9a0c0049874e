import {
  ACCOUNT_NUMBERS,
  countFreeAccountNumbers,
  warningOfFreeAccountNumbers,
} from '#server/accounts/account-numbers.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Command } from '../command.ts'

export const accountNumbersCommand: Command = {
  name: 'account numbers',
  hasTables: true,
  says: 'Shows how many account numbers are left for new accounts.',
  async run({ db }) {
    const left = await countFreeAccountNumbers(db)
    const { reserved } = await db.one<{ reserved: number }>(sql`
      select count(*) as reserved from orders where reserved_account_number is not null`)
    const rows = [{ all: ACCOUNT_NUMBERS, taken: ACCOUNT_NUMBERS - left - reserved, reserved, left }]
    return {
      said: warningOfFreeAccountNumbers(left) ?? 'There are enough account numbers.',
      sections: [{ name: 'accountNumbers', title: 'Account numbers', rows }],
    }
  },
}
