import * as messages from '#contract/billing/messages.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { CountedPayment, Risk } from '#server/ports/fraud.ts'
import type { DeclineReason } from '#server/ports/payments.ts'
import { type CardForm, cardOfForm, complaintsOfCard } from './card-form.ts'
import type { KeptCard } from './cards.ts'
import { declineInWords, verifyDeclineInWords } from './decline-words.ts'
import { vaultCard } from './vault-card.ts'

type CardDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'payments' | 'fraud'>
export type TakenCard = { card: KeptCard; payment: CountedPayment }

/** A card that the gateway keeps and that is charged next; whoever does so tells how its payment ended. */
export async function takeCard(
  deps: CardDeps,
  accountId: number,
  form: CardForm,
  visitor: Visitor,
): Promise<TakenCard | Refused> {
  return take(deps, accountId, form, visitor, {
    verify: false,
    declined: declineInWords,
    unknown: messages.gatewayAway,
  })
}

/** A card that is not charged now: its bank is asked whether it is any good before it may be put on file. */
export async function takeVerifiedCard(
  deps: CardDeps,
  accountId: number,
  form: CardForm,
  visitor: Visitor,
): Promise<KeptCard | Refused> {
  const taken = await take(deps, accountId, form, visitor, {
    verify: true,
    declined: verifyDeclineInWords,
    unknown: messages.cardNotChecked,
  })
  if ('refused' in taken) return taken
  await taken.payment.end('approved')
  return taken.card
}

async function take(
  deps: CardDeps,
  accountId: number,
  form: CardForm,
  visitor: Visitor,
  { verify, ...words }: { verify: boolean; declined: (reason: DeclineReason) => string; unknown: string },
): Promise<TakenCard | Refused> {
  const { clock, config, payments } = deps
  const { salesCountries } = config
  const complaints = complaintsOfCard(form, { now: clock.now(), salesCountries })
  if (complaints) return refuse('invalid-fields', { errors: complaints })
  const risk = await riskOf(deps, accountId, form, visitor)
  const vaulted = await vaultCard(deps, cardOfForm(form), risk, { verify })
  switch (vaulted.kind) {
    case 'kept': {
      const card = { ...vaulted.card, gateway: payments.name, holder: form.holder }
      return { card, payment: vaulted.payment }
    }
    case 'declined':
      return refuse('invalid-fields', { errors: { number: [words.declined(vaulted.reason)] } })
    case 'unknown':
      return refuse('invalid-fields', { errors: words.unknown })
    case 'refused':
      return vaulted.refused
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
    visitor: '',
    lastFour: form.number.slice(-4),
    expiry: `${Number(form.expiration_date_0)}/${form.expiration_date_1}`,
    cardCountry: form.country_code_alpha2,
    customerState: state,
    isSignUp: false,
  }
}
