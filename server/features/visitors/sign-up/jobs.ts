import * as messages from '#contract/billing/messages.ts'
import { settleCharge } from '#server/billing/orders/charges.ts'
import { lookAgainLater } from '#server/billing/orders/late-charges.ts'
import { closeOrder } from '#server/billing/orders/orders.ts'
import type { Deps } from '#server/deps.ts'
import { makeLink } from '#server/identity/links.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { DAY } from '#server/ports/clock.ts'
import type { FoundCharge } from '#server/ports/payments.ts'
import { finishOrder } from './finish-order.ts'
import { postResumeLink } from './mails.ts'
import { findOrder } from './orders.ts'
import { findUnfinished } from './queries.ts'
import { firstNameOf } from './typed-form.ts'

export const settleOrder = defineJob<{ key: string }>({
  name: 'settle-order',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 30,
})

export const sendResumeLink = defineJob<{ email: string }>({
  name: 'send-resume-link',
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 120,
  expiresSeconds: 60,
  isQuiet: true,
})

/** Asks the gateway what became of an order that nobody has finished. It never charges. */
export function handleOrders(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>): void {
  const { db, jobs, payments } = deps
  jobs.handle(settleOrder, async ({ key }) => {
    const order = await findOrder(db, key)
    if (!order?.customer || (order.state !== 'intent' && order.state !== 'unknown')) return
    await settleSignUp(deps, key, await payments.find(key))
  })
}

/** What became of the charge of a sign-up becomes the truth. Whoever has closed the order already has the last word. */
export async function settleSignUp(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  key: string,
  found: FoundCharge,
): Promise<void> {
  const { db, clock, jobs } = deps
  const order = await findOrder(db, key)
  if (!order?.customer) return
  const now = clock.now()
  switch (found.kind) {
    case 'paid':
    case 'declined':
      await finishOrder(deps, { id: order.id, key, customer: order.customer }, found)
      return
    case 'voided':
    case 'absent':
      await db.transaction(async (tx) => {
        const closed = await closeOrder(tx, order.id, 'voided', now, messages.notCharged)
        if (!closed) return
        await settleCharge(tx, key, { outcome: found.kind }, now)
        await lookAgainLater(tx, jobs, key, now)
      })
      return
    case 'unknown':
      throw new Error('The gateway does not know yet')
  }
}

/** A link to whoever owns the email of an unfinished sign-up; to nobody when there is none. */
export function handleResumeLinks({
  db,
  clock,
  jobs,
  config,
}: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  jobs.handle(sendResumeLink, async ({ email }) => {
    const now = clock.now()
    await db.transaction(async (tx) => {
      const unfinished = await findUnfinished(tx, email)
      if (!unfinished) return
      const subject = { email: unfinished.email }
      const token = await makeLink(tx, { purpose: 'resume-sign-up', subject, lastsMs: DAY }, now)
      await postResumeLink(
        tx,
        { jobs, config, now },
        { ...unfinished, firstName: firstNameOf(unfinished.typed), token },
      )
    })
  })
}
