import type { CardNews, CardOnFile } from '#contract/billing/values.ts'

/** `needsAnother`: it cannot be charged, or soon no longer. */
export type CardSaid = { says: string; needsAnother: boolean }

/** What the tile of a card says about its state, with the one next step. Empty if it just works. */
export function sayCard(
  { refused, expiresTooSoon }: Pick<CardOnFile, 'refused' | 'expiresTooSoon'>,
  news: CardNews | null,
): CardSaid {
  const { bankTold, hasExpired, freeFrom } = news ?? nothingNew
  if (refused) return another(bankTold === 'closed' ? closed : `${refused} It cannot be used.`)
  if (expiresTooSoon) return another(hasExpired ? 'It has expired.' : 'It expires before the next charge.')
  if (freeFrom) return { says: tooOften('it', freeFrom), needsAnother: false }
  return { says: bankTold === null ? '' : toldWords[bankTold], needsAnother: false }
}

function another(why: string): CardSaid {
  return { says: `${why} Please use another card.`, needsAnother: true }
}

const nothingNew: CardNews = { bankTold: null, hasExpired: false, freeFrom: null }

const closed = 'Your bank told us that the card’s account is closed, so we will not charge it.'

const newsWords = {
  date: 'Your bank told us the new expiry date.',
  number: 'Your bank told us the new card number.',
}

const toldWords = {
  date: `${newsWords.date} You do not need to do anything.`,
  number: `${newsWords.number} You do not need to do anything.`,
  closed,
}

function tooOften(card: string, freeFrom: string): string {
  return `Your bank declined ${card} too many times. You can pay with it again after ${freeFrom}. Until then, please use another card.`
}

/** Beside an unpaid bill, where there is something to do. Empty if there is no news, or the card is refused. */
export function sayNews(
  { refused, brand, lastFour }: Pick<CardOnFile, 'refused' | 'brand' | 'lastFour'>,
  news: CardNews | null,
): string {
  if (!refused && news?.freeFrom) return tooOften(`your ${brand} ending in ${lastFour}`, news.freeFrom)
  const told = news?.bankTold ?? 'closed'
  return refused || told === 'closed' ? '' : newsWords[told]
}
