import type { MoneyValues } from '#contract/billing/values.ts'
import type { DeskCard } from '#contract/desk/account.ts'
import type { StateTag } from '#contract/desk/desk-moment.ts'
import { type CardState, listCardStates } from '#server/billing/cards/card-states.ts'
import type { Db } from '#server/platform/db/database.ts'
import { momentIn } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'
import { sayDecline } from '../state-tags.ts'
import { type Matter, matter } from './unanswered-items.ts'

/** The cards on file, the first one first. */
export async function listDeskCards(
  db: Db,
  { id, timeZone }: Pick<AccountFound, 'id' | 'timeZone'>,
  money: MoneyValues,
  now: Date,
): Promise<DeskCard[]> {
  const cards = await listCardStates(db, id, now)
  return cards.map((card) => ({
    which: card.which,
    name: `${card.brand} ending in ${card.lastFour}`,
    expires: `${String(card.expiresMonth).padStart(2, '0')}/${card.expiresYear}`,
    added: momentIn(timeZone, card.addedAt),
    state: stateOf(card, money),
    told: toldOf(card).map(({ text, at }) => ({ text, at: momentIn(timeZone, at) })),
  }))
}

function stateOf({ which, refusedBecause, hasExpired, freeAt }: CardState, money: MoneyValues): StateTag {
  if (refusedBecause !== null) return { text: 'Refused for good', tone: 'bad' }
  if (hasExpired) return { text: 'Expired', tone: 'bad' }
  const shown = which === 'first' ? money.card : money.backup
  if (shown?.expiresTooSoon) return { text: 'Expires before the next charge', tone: 'warn' }
  return freeAt ? { text: 'Tried too many times', tone: 'warn' } : { text: 'Can be charged', tone: 'good' }
}

/** Each text goes on with its moment. */
function toldOf({ refusedBecause, refusedAt, bankTold, bankToldAt, freeAt }: CardState) {
  return [
    ...(refusedBecause && refusedAt
      ? [{ text: `Bank: ${sayDecline(refusedBecause)}, since`, at: refusedAt }]
      : []),
    // That its account is closed is why it is refused.
    ...(bankTold && bankTold !== 'closed' && bankToldAt
      ? [{ text: `New ${bankTold === 'date' ? 'expiry date' : 'number'} from the bank,`, at: bankToldAt }]
      : []),
    ...(freeAt ? [{ text: 'Declined too many times: can be charged by hand again after', at: freeAt }] : []),
  ]
}

const names = { first: 'The first card', backup: 'The backup card' }

/** Cards that the next charge cannot use. An unpaid bill says so itself. */
export function cardMatters(cards: readonly DeskCard[], { card, backup, nextCharge }: MoneyValues): Matter[] {
  return cards.flatMap(({ which, name, expires, told: [refused] }) => {
    const shown = which === 'first' ? card : backup
    if (shown?.refused)
      return nextCharge && refused
        ? [
            matter(
              'warn',
              `${names[which]} is refused for good`,
              `${name} · ${refused.text} ${refused.at.text}`,
            ),
          ]
        : []
    return shown?.expiresTooSoon
      ? [matter('warn', `${names[which]} expires in ${expires}, before the next charge`)]
      : []
  })
}
