import type { FastifyInstance } from 'fastify'
import type { SandboxCharge } from '#contract/features/charges.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PageDeps, page } from '#server/platform/http/pages.ts'

/** Shows the embedded gateway's records in the browser. Not registered where real cards are charged. */
export function chargesRoutes(app: FastifyInstance, deps: PageDeps & { db: Database }): void {
  page(app, deps, 'charges', async () => ({ charges: await listCharges(deps.db) }), {
    isPersonal: true,
  })
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
