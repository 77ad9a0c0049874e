import type { StoredCard } from '#server/billing/cards/cards.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { Risk } from '#server/ports/fraud.ts'
import { mailCustomer, signUpHeldMail } from './held-mails.ts'
import type { Order } from './order.ts'
import type { SignUp } from './sign-up.ts'

/** As the page and the mail promise. Then it is closed without a charge. */
const HELD_FOR_MS = DAY

/**
 * Holds a sign-up for review instead of charging it, in one transaction with the mail. The card stays in the
 * gateway's vault. Does nothing if the order is already closed.
 */
export async function holdOrder(
  { db, clock, jobs, config }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  order: Order,
  { card, risk, why }: { card: StoredCard; risk: Risk; why: string },
): Promise<void> {
  const now = clock.now()
  const until = later(now, HELD_FOR_MS)
  await db.transaction(async (tx) => {
    const held = await tx.run(
      sql`update orders set state = 'held' where id = ${order.id} and state = 'intent'`,
    )
    if (held === 0) return
    await tx.run(sql`
      insert into held_sign_ups (order_id, why, gateway, gateway_token, brand, last_four, expires_month, expires_year,
        holder, number_id, card_country, ip, device, held_at, until)
      values (${order.id}, ${why}, ${card.gateway}, ${card.token}, ${card.brand}, ${card.lastFour}, ${card.expiresMonth},
        ${card.expiresYear}, ${card.holder}, ${card.numberId ?? null}, ${risk.cardCountry}, ${risk.address},
        ${risk.device}, ${now}, ${until})`)
    const mail = signUpHeldMail({ cents: order.amountCents, card })
    await mailCustomer(tx, { jobs, config, now }, order.subject as SignUp, mail)
  })
}

/** Deletes the card of a sign-up that came to nothing from the gateway's vault. */
const deleteCardJob = defineJob<{ orderId: number }>({
  name: 'forget-held-card',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 3600,
  expiresSeconds: 30,
})

export async function deleteHeldCard(tx: Db, jobs: Jobs, orderId: number): Promise<void> {
  await jobs.send(tx, deleteCardJob, { orderId })
}

export function handleHeldCards({ db, jobs, payments }: Pick<Deps, 'db' | 'jobs' | 'payments'>): void {
  jobs.handle(deleteCardJob, async ({ orderId }) => {
    const card = await findHeldCard(db, orderId)
    if (!card) return
    await payments.deleteCard(card.token)
    await dropHeldToken(db, orderId)
  })
}

/** The card in the vault, as long as we keep its token. */
export function findHeldCard(db: Db, orderId: number): Promise<StoredCard | undefined> {
  return db.maybe<StoredCard>(sql`
    select gateway, gateway_token as token, brand, last_four as "lastFour", expires_month as "expiresMonth",
      expires_year as "expiresYear", holder, number_id as "numberId"
    from held_sign_ups where order_id = ${orderId} and gateway_token is not null`)
}

/** The gateway has deleted the card, or it now belongs to the new account. */
export async function dropHeldToken(db: Db, orderId: number): Promise<void> {
  await db.run(sql`update held_sign_ups set gateway_token = null where order_id = ${orderId}`)
}
