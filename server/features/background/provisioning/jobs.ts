import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { followProvisioning } from '#contract/features/provisioning.ts'
import { pages } from '#contract/pages.ts'
import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import { mailOwner, type Owner } from '#server/accounts/accounts.ts'
import { closedStatuses, provisionAccount, showProvisioning } from '#server/accounts/set-ups.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { route } from '#server/platform/http/route.ts'
import { nameInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import { postTo } from '#server/platform/post-to.ts'
import { txOf } from '#server/platform/transaction.ts'
import { SECOND } from '#server/ports/clock.ts'

type ProvisioningDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>
const PROVIDER_ANSWERS_WITHIN_MS = 20_000

/**
 * Calls the provider if one is configured; then activates the account and mails its owner. A closed account
 * is neither provisioned nor mailed: it continues when the account reopens (resumeSetUp).
 */
export function handleProvisioning(deps: ProvisioningDeps): void {
  const { db, clock, jobs, config } = deps
  jobs.handle(provisionAccount, async ({ accountId }, { isLast }) => {
    const running = await db.maybe<{ pin: string; company: string }>(sql`
      update set_ups s set tries = tries + 1 from accounts a
      where s.account_id = ${accountId} and s.state <> 'done' and a.id = s.account_id
        and a.status <> all(${closedStatuses}::text[])
      returning a.pin, a.company`)
    if (!running) return
    try {
      if (config.setUpWebhook.url)
        await callProvider(
          config.setUpWebhook,
          { account_number: running.pin, company: running.company },
          clock.now(),
        )
    } catch (error) {
      // Another job may have provisioned it in the meantime.
      await db.run(sql`
        update set_ups set last_error = ${cutTo(oneLine(String((error as Error).message)), 500)},
          state = ${isLast ? 'dead' : 'running'}, settled_at = ${isLast ? clock.now() : null}
        where account_id = ${accountId} and state <> 'done'`)
      throw error
    }
    const now = clock.now()
    await db.transaction(async (tx) => {
      const done = await tx.run(sql`
        update set_ups set state = 'done', settled_at = ${now}, last_error = null
        where account_id = ${accountId} and state <> 'done'`)
      if (done === 0) return
      // It may have been closed while the provider was called.
      const open = await tx.maybe(
        sql`select 1 from accounts a where a.id = ${accountId} and a.status <> all(${closedStatuses}::text[]) for update`,
      )
      if (!open) return
      // Its month may have gone unpaid meanwhile.
      await tx.run(sql`
        update accounts set status_since = ${now}, status = coalesce((
          select case when p.last_day_at is null then 'past_due' else '24h_past_due' end
          from subscriptions s join periods p on p.subscription_id = s.id
          where s.account_id = ${accountId} and s.ended_at is null and p.state in ('charging', 'past_due')
            and p.failed_at is not null limit 1), 'active')
        where id = ${accountId} and status = 'pending'`)
      await mailOwner(txOf(tx, { jobs, config, now }), accountId, readyMail)
    })
  })
}

/** The signature covers time and body, so that the provider can detect forged and replayed calls. */
async function callProvider(
  webhook: Deps['config']['setUpWebhook'],
  account: object,
  now: Date,
): Promise<void> {
  const body = JSON.stringify(account)
  const at = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', webhook.secret).update(`${at}.${body}`).digest('hex')
  const { status } = await postTo(webhook.url ?? '', {
    body,
    headers: { 'content-type': 'application/json', 'x-signature': `t=${at},v1=${signature}` },
    withinMs: PROVIDER_ANSWERS_WITHIN_MS,
    bodyWithinMs: SECOND,
  })
  if (status < 200 || status > 299) throw new Error(`The provider answered ${status}`)
}

export function readyMail(owner: Owner, { publicUrl, provider }: MailSite): Mail {
  return {
    purpose: 'ready',
    subject: 'Your account is ready',
    paragraphs: [
      `${nameInMail(owner.company, 'Your account')} is set up. Your account number is ${owner.pin}. Have it ready when you call us.`,
      `Sign in with this email and the password you chose when you signed up.`,
    ],
    buttons: [{ label: 'Login', url: `${publicUrl}${pages['sign-in']}` }],
    closing: [`Welcome to ${provider.brandName}. ${questions({ provider })}`],
  }
}

export function provisioningRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>): void {
  route(app, followProvisioning, async (_body, visitor) => ({ data: await showProvisioning(deps, visitor) }))
}
