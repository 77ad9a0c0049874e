import * as messages from '#contract/billing/messages.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { Risk } from '#server/ports/fraud.ts'
import type { CardDetails } from '#server/ports/payments.ts'
import { type CardForm, cardOfForm, complaintsOfCard } from './card-form.ts'
import type { StoredCard } from './cards.ts'
import { type TypedCard, vaultCard, verifyDeclineMessage } from './charge-card.ts'

type CardDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'payments' | 'fraud'>

/** A card entered for an account to be charged next, or the mistakes that the customer can fix. */
export async function typedCardOf(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  accountId: number,
  form: CardForm,
  visitor: Visitor,
): Promise<TypedCard | Refused> {
  const { clock, config } = deps
  const { salesCountries } = config
  const card = cardOfForm(form)
  const complaints = complaintsOfCard(card, { now: clock.now(), salesCountries })
  if (complaints) return refuse('invalid-fields', { errors: complaints })
  return { kind: 'typed', card, risk: await riskOf(deps, accountId, card, visitor), accountId }
}

/** Vaults a card that is not charged now. The bank verifies it before it may be put on file. */
export async function takeVerifiedCard(
  deps: CardDeps,
  accountId: number,
  form: CardForm,
  visitor: Visitor,
): Promise<StoredCard | Refused> {
  const typed = await typedCardOf(deps, accountId, form, visitor)
  if ('refused' in typed) return typed
  const vaulted = await vaultCard(deps, typed, { verify: true })
  switch (vaulted.kind) {
    case 'vaulted':
      await vaulted.payment.end('approved')
      return vaulted.card
    case 'declined':
      return refuse('invalid-fields', { errors: { number: [verifyDeclineMessage(vaulted.reason)] } })
    case 'unknown':
      return refuse('invalid-fields', { errors: messages.cardNotChecked })
    case 'refused':
      return vaulted.refused
  }
}

async function riskOf(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  card: CardDetails,
  visitor: Visitor,
): Promise<Risk> {
  const { email, state } = await db.one<{ email: string; state: string }>(sql`
    select g.email, a.state from accounts a
    join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null where a.id = ${accountId}`)
  return {
    email,
    address: visitor.ip,
    fingerprint: '',
    device: '',
    visitor: '',
    lastFour: card.number.slice(-4),
    expiry: `${card.expiresMonth}/${card.expiresYear}`,
    cardCountry: card.billing.country,
    customerState: state,
    isSignUp: false,
  }
}
