import type { FastifyInstance } from 'fastify'
import { bankWords, type SandboxCard, type SandboxCharge } from '#contract/features/charges.ts'
import { gatewayNotice } from '#contract/features/gateway-notices.ts'
import { pages } from '#contract/pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formPost } from '#server/platform/http/form-post.ts'
import { type PageDeps, page } from '#server/platform/http/pages.ts'
import type { Payments } from '#server/ports/payments.ts'

type ChargesDeps = PageDeps & { db: Database; payments: Payments }

/** Shows the embedded gateway's records in the browser. Not registered where real cards are charged. */
export function chargesRoutes(app: FastifyInstance, deps: ChargesDeps): void {
  const { db, payments } = deps
  page(
    app,
    deps,
    'charges',
    async () => ({
      charges: await listCharges(db),
      cards: payments.changeCard ? (await listCards(db, payments.name)).map(withoutToken) : null,
    }),
    { isPersonal: true },
  )
  formPost(app, 'charges', async ({ raw, reply }) => {
    const isSent = await changeCard(app, deps, raw)
    const query = new URLSearchParams(isSent ? { report: 'sent', card: raw.card ?? '' } : { report: 'gone' })
    return reply.redirect(`${pages.charges}?${query}`, 303)
  })
}

/** A bank changes a card, and the gateway posts the notice of its report, as it would from outside. */
async function changeCard(
  app: FastifyInstance,
  { db, payments }: ChargesDeps,
  { card, change }: Record<string, string>,
): Promise<boolean> {
  const found = (await listCards(db, payments.name)).find(({ id }) => String(id) === card)
  if (!found || !isBankWord(change)) return false
  const notice = await payments.changeCard?.(found.token, change)
  if (!notice) return false
  const { statusCode } = await app.inject({
    method: gatewayNotice.method,
    url: gatewayNotice.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      bt_signature: notice.signature,
      bt_payload: notice.payload,
    }).toString(),
  })
  return statusCode === 200
}

function isBankWord(text: string | undefined): text is keyof typeof bankWords {
  return text !== undefined && Object.hasOwn(bankWords, text)
}

/** The gateway's records beside ours: after a lost answer they differ until the charge is settled. */
export async function listCharges(db: Database): Promise<SandboxCharge[]> {
  const rows = await db.many<Omit<SandboxCharge, 'createdAt'> & { createdAt: Date }>(sql`
    select s.reference, s.key, s.amount_cents as "amountCents", s.created_at as "createdAt", c.brand,
      c.last_four as "lastFour", case when s.voided_at is null then s.outcome else 'voided' end as outcome,
      coalesce(s.reason, '') as reason, coalesce(h.outcome, '') as ours,
      coalesce(a.company, o.email_key, '') as "forWhom", coalesce(a.pin, '') as pin
    from sandbox_charges s join sandbox_cards c on c.token = s.token
    left join charges h on h.key = s.key
    left join orders o on o.id = h.order_id
    left join accounts a on a.id = coalesce(h.account_id, o.account_id)
    order by s.created_at desc, s.reference limit 200`)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

function withoutToken({ token: _, ...card }: VaultedCard): SandboxCard {
  return card
}

type VaultedCard = SandboxCard & { token: string }

function listCards(db: Database, gateway: string): Promise<VaultedCard[]> {
  return db.many<VaultedCard>(sql`
    select k.id, k.gateway_token as token, a.company, a.pin, k.brand, k.last_four as "lastFour",
      lpad(k.expires_month::text, 2, '0') || '/' || k.expires_year as expires, k.is_backup as "isBackup"
    from cards k join accounts a on a.id = k.account_id
    where k.replaced_at is null and k.gateway = ${gateway}
    order by k.id desc limit 200`)
}
