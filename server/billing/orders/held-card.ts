import type { KeptCard } from '#server/billing/cards/cards.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'

/** Deletes the card of a sign-up that came to nothing from the gateway's vault. */
const forgetCard = defineJob<{ orderId: number }>({
  name: 'forget-held-card',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 3600,
  expiresSeconds: 30,
})

export async function forgetHeldCard(tx: Db, jobs: Jobs, orderId: number): Promise<void> {
  await jobs.send(tx, forgetCard, { orderId })
}

export function handleHeldCards({ db, jobs, payments }: Pick<Deps, 'db' | 'jobs' | 'payments'>): void {
  jobs.handle(forgetCard, async ({ orderId }) => {
    const card = await findHeldCard(db, orderId)
    if (!card) return
    await payments.forget(card.token)
    await dropHeldToken(db, orderId)
  })
}

/** The card in the vault, as long as we keep its token. */
export function findHeldCard(db: Db, orderId: number): Promise<KeptCard | undefined> {
  return db.maybe<KeptCard>(sql`
    select gateway, gateway_token as token, brand, last_four as "lastFour", expires_month as "expiresMonth",
      expires_year as "expiresYear", holder, number_id as "numberId"
    from held_sign_ups where order_id = ${orderId} and gateway_token is not null`)
}

/** The gateway has deleted the card, or it belongs to the new account now. */
export async function dropHeldToken(db: Db, orderId: number): Promise<void> {
  await db.run(sql`update held_sign_ups set gateway_token = null where order_id = ${orderId}`)
}
