import * as messages from '#contract/features/sign-up/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { findTaken } from './look-up-email.ts'
import { grouped } from './order-rules.ts'
import { type AskedOrder, findOwnOrder, refuseForOrder } from './own-order.ts'

/**
 * Who has paid with this email is told so, never to use another one. Whoever has an account is told to log in; the
 * account that has ended has the text of the specification.
 */
export async function refusalOfEmail(db: Db, asked: AskedOrder): Promise<Refused | undefined> {
  const taken = await findTaken(db, asked)
  switch (taken) {
    case undefined:
      return undefined
    case 'busy.active': {
      const own = await findOwnOrder(db, asked)
      return own ? refuseForOrder(own) : grouped({ emails_form: { email: [messages.emailHasAccount] } })
    }
    case 'busy.cancelled':
      return grouped({ emails_form: { email: [messages.emailTaken] } })
  }
}
