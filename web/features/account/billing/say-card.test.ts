import { expect, test } from 'vitest'
import type { CardNews } from '#contract/billing/values.ts'
import { visa } from '#web/test-kit/values-account.ts'
import { usable } from '#web/test-kit/values-account-pages.ts'
import { sayCard } from './say-card.ts'

const closed = { ...visa, refused: 'Your bank says the account for this card is closed.' }
const lost = { ...visa, refused: 'Your bank told us not to charge this card again.' }
const soon = { ...visa, expiresTooSoon: true }
const told = (bankTold: CardNews['bankTold']) => ({ ...usable, bankTold })

test.each([
  ['works', visa, usable, ''],
  ['was not read yet', visa, null, ''],
  [
    'has a new date',
    visa,
    told('date'),
    'Your bank told us the new expiry date. You do not need to do anything.',
  ],
  [
    'has a new number',
    visa,
    told('number'),
    'Your bank told us the new card number. You do not need to do anything.',
  ],
  [
    'is declined too often',
    visa,
    { ...usable, freeFrom: 'December 4, 2026, 6:00 AM Central' },
    'Your bank declined it too many times. You can pay with it again after December 4, 2026, 6:00 AM Central. Until then, please use another card.',
  ],
])('a card that %s needs no other card', (_, card, news, says) => {
  expect(sayCard(card, news)).toEqual({ says, needsAnother: false })
})

test.each([
  [
    'was closed',
    closed,
    told('closed'),
    'Your bank told us that the card’s account is closed, so we will not charge it.',
  ],
  [
    'was found closed by a charge',
    closed,
    usable,
    'Your bank says the account for this card is closed. It cannot be used.',
  ],
  ['is lost or stolen', lost, usable, 'Your bank told us not to charge this card again. It cannot be used.'],
  [
    'is refused despite a new number',
    lost,
    told('number'),
    'Your bank told us not to charge this card again. It cannot be used.',
  ],
  ['expires soon', soon, usable, 'It expires before the next charge.'],
  ['has expired', soon, { ...usable, hasExpired: true }, 'It has expired.'],
])('a card that %s says why, and asks for another one', (_, card, news, why) => {
  expect(sayCard(card, news)).toEqual({ says: `${why} Please use another card.`, needsAnother: true })
})
