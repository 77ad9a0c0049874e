import * as messages from '#contract/billing/messages.ts'
import { holdsEmail } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { findAgents } from '#server/identity/agents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import type { ChargeOutcome } from '#server/ports/payments.ts'
import { dropHeldToken, findHeldCard, forgetHeldCard } from './held-card.ts'
import { postDeclined, postHasAccount, postNotCharged } from './held-mails.ts'
import { closeOrder, findSentAt, noteCharge, type Order } from './order.ts'
import type { SignUp } from './sign-up.ts'

type ReleaseDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>

export type SentRelease =
  | { kind: 'sent'; outcome: ChargeOutcome }
  /** Another process has sent the charge. */
  | { kind: 'sent before' }
  | { kind: 'closed' }

/**
 * Charges a released sign-up as it was shown. Whoever records the charge sends it, once; after a kill before that, the
 * job does. If the email has an account by now, the order is closed instead, and nothing is charged.
 */
export async function sendReleased(deps: ReleaseDeps, order: Order): Promise<SentRelease> {
  const { db, clock, jobs, config, payments } = deps
  const now = clock.now()
  const noted = await db.transaction(async (tx) => {
    const open = await tx.maybe(
      sql`select 1 from orders where id = ${order.id} and state = 'intent' for update`,
    )
    const card = open && (await findHeldCard(tx, order.id))
    // A charge that was sent decides, whatever has happened since.
    const isSent = await tx.maybe(sql`select 1 from charges where key = ${order.key}`)
    if (!card || isSent) return undefined
    if (await hasAccount(tx, order)) {
      await closeForAccount(tx, { jobs, config, now }, order)
      return undefined
    }
    return (await noteCharge(tx, order, card, now)) ? card : undefined
  })
  if (!noted) return { kind: (await findSentAt(db, order.key)) ? 'sent before' : 'closed' }
  const { key, amountCents: amount } = order
  return {
    kind: 'sent',
    outcome: await payments.charge({ key, token: noted.token, amount, isRenewal: false }),
  }
}

async function hasAccount(tx: Db, order: Order): Promise<boolean> {
  const { customer } = order.subject as SignUp
  return (await findAgents(tx, customer.email)).some(holdsEmail)
}

async function closeForAccount(tx: Db, mailDeps: MailDeps, order: Order): Promise<void> {
  if (!(await closeOrder(tx, order.id, 'voided', mailDeps.now, messages.signUpHasAccount))) return
  await forgetHeldCard(tx, mailDeps.jobs, order.id)
  await postHasAccount(tx, mailDeps, order as Order<SignUp>)
}

/**
 * The end of a released sign-up, in the transaction that settles it: nobody waits in front of a page, so a mail says
 * how it ended. A paid one has its receipt.
 */
export async function endReleased(
  tx: Db,
  mailDeps: MailDeps,
  order: Order,
  end: 'paid' | 'declined' | 'voided',
): Promise<void> {
  if (!order.releasedAt) return
  if (end === 'paid') return dropHeldToken(tx, order.id)
  const card = await findHeldCard(tx, order.id)
  await forgetHeldCard(tx, mailDeps.jobs, order.id)
  const signUp = order as Order<SignUp>
  if (end === 'declined' && card) await postDeclined(tx, mailDeps, signUp, card)
  else await postNotCharged(tx, mailDeps, signUp)
}
