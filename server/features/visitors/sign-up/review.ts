import type { PlanLine } from '#contract/catalogue/plan.ts'
import { HELD_KEY, type SignUpReviewValues } from '#contract/features/sign-up/values.ts'
import { marketingPage } from '#contract/provider/provider.ts'
import { signUpAgain } from '#server/billing/orders/held-mails.ts'
import type { OrderState } from '#server/billing/orders/order.ts'
import type { Deps } from '#server/deps.ts'
import { readVisitorHash } from '#server/identity/visitor-cookie.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

/**
 * At once, so that Back does not lead to the wizard. The mark is removed by a link in the text to another
 * sign-up, even before the page is hydrated; by the page when there is nothing to wait for; and by the
 * sign-in page once it is paid. ES5, because it runs in any browser.
 */
export const MARK_TAB = `try{sessionStorage.setItem("${HELD_KEY}","1");addEventListener("click",function(e){if(e.target.closest("main a"))sessionStorage.removeItem("${HELD_KEY}")})}catch(e){}`

type Reviewed = {
  state: OrderState
  isExpired: boolean
  /** Signed up again after the decision. */
  isPaidSince: boolean
  amountCents: number
  lines: PlanLine[]
}

/**
 * The outcome of this browser's last held sign-up. Once it is paid, or another one begun after it is,
 * provisioning is shown instead.
 */
export async function showReview(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  visitor: Visitor,
): Promise<SignUpReviewValues | Redirect> {
  const visitorHash = readVisitorHash(visitor, config)
  const order =
    visitorHash &&
    (await db.maybe<Reviewed>(sql`
      select o.state, h.decision is not distinct from 'expired' as "isExpired", o.amount_cents as "amountCents", o.lines,
        exists (
          select 1 from orders later
          where later.visitor_hash = o.visitor_hash and later.id > o.id and later.kind = 'sign-up'
            and later.state = 'paid' and later.created_at >= h.decided_at
        ) as "isPaidSince"
      from orders o join held_sign_ups h on h.order_id = o.id
      where o.visitor_hash = ${visitorHash} order by o.id desc limit 1`))
  if (!order)
    return { standing: 'unknown', signUpUrl: marketingPage(config.provider, 'pricing/'), planNotes: [] }
  const standing = standingOf(order)
  if (standing === 'paid') return { redirectTo: '/login/?status=registered' }
  const { path, planNotes } = signUpAgain(config, order.lines)
  return { standing, amountCents: order.amountCents, signUpUrl: path, planNotes }
}

function standingOf({ state, isExpired, isPaidSince }: Reviewed): SignUpReviewValues['standing'] | 'paid' {
  switch (state) {
    case 'intent':
    case 'unknown':
      return 'charging'
    case 'held':
    case 'paid':
      return state
    case 'voided':
    case 'declined':
    case 'refused':
      return isPaidSince ? 'paid' : endOf(state, isExpired)
  }
}

function endOf(state: 'voided' | 'declined' | 'refused', isExpired: boolean) {
  if (state !== 'voided') return state
  return isExpired ? 'expired' : 'not-charged'
}
