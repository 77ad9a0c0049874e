import * as messages from '#contract/messages.ts'
import { sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { Visitor } from '../http/visitor.ts'
import type { Risk } from '../ports/fraud.ts'
import { type Refused, refuse } from '../refusal.ts'
import { type CardForm, cardOfForm, complaintsOfCard } from './card-form.ts'
import type { KeptCard } from './cards.ts'

type CardDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'fraud'>

/** A card that the gateway keeps, before anything is charged to it; and who to blame if the bank says no. */
export async function takeCard(
  deps: CardDeps,
  accountId: number,
  form: CardForm,
  visitor: Visitor,
): Promise<{ card: KeptCard; risk: Risk } | Refused> {
  const { clock, payments, fraud } = deps
  const complaints = complaintsOfCard(form, clock.now())
  if (complaints) return refuse('invalid-fields', { errors: complaints })
  const risk = await riskOf(deps, accountId, form, visitor)
  const refused = await fraud.refusalOf(risk, clock.now())
  if (refused) return refused
  const vaulted = await payments.vault(cardOfForm(form))
  switch (vaulted.kind) {
    case 'kept':
      return { card: { ...vaulted.card, gateway: payments.name, holder: form.holder }, risk }
    case 'declined':
      await fraud.noteDecline(risk, clock.now())
      return refuse('invalid-fields', { errors: { number: [messages.cardDeclined] } })
    case 'unknown':
      return refuse('invalid-fields', { errors: messages.gatewayAway })
  }
}

async function riskOf({ db }: CardDeps, accountId: number, form: CardForm, visitor: Visitor): Promise<Risk> {
  const { email, state } = await db.one<{ email: string; state: string }>(sql`
    select g.email, a.state from accounts a
    join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null where a.id = ${accountId}`)
  return {
    email,
    address: visitor.address,
    fingerprint: '',
    lastFour: form.number.slice(-4),
    expiry: `${Number(form.expiration_date_0)}/${form.expiration_date_1}`,
    postalCode: form.postal_code,
    cardCountry: form.country_code_alpha2,
    customerState: state,
  }
}
