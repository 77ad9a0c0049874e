import { refusalsForGood } from '#contract/billing/messages.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import { DAY, HOUR, later } from '../../../server/ports/clock.ts'
import type { Banks } from './banks.ts'
import type { CardName } from './customers.ts'
import { customerAt } from './numbers.ts'
import type { Asked, Month } from './read-months.ts'
import { readSentences } from './read-sentences.ts'

const MOST_RETRIES = 4
const USUAL_DAYS = [1, 3, 5, 7]
const MOST_TRIES_OF_A_CARD = 20
const KEPT_FOR_AUTOMATIC_TRIES = 5
const OPEN_FOR_MS = 7 * DAY
const TOLD_BEFORE_MS = 24 * HOUR

type Find = (month: Month, banks: Banks) => string | undefined

/** What must never happen to a month, each found in the ledger, the rows and the mails on its own. */
const rules = {
  chargedTwice: ({ asked }) => {
    const paid = asked.filter(({ outcome }) => outcome === 'paid').length
    return paid > 1 ? `paid ${paid} times` : undefined
  },
  paidAndOpen: ({ asked, state }) =>
    asked.some(({ outcome }) => outcome === 'paid') === (state === 'paid') ? undefined : `is ${state}`,
  askedWhileConfirming: ({ asked }) =>
    whichOf(asked, (one, earlier) => earlier.some(({ knownAt }) => knownAt > one.sentAt)),
  askedAfterHard: (month, banks) =>
    whichOf(month.asked, (one, earlier) => {
      const hard = earlier.findLast(
        ({ card, outcome, isHard }) => card === one.card && outcome === 'declined' && isHard,
      )
      return hard !== undefined && !hasUpdate(banks, month, one.card, hard.knownAt, one.sentAt)
    }),
  /** The backup's first question belongs to the refusal before it, whose answer may have been late. */
  tooManyRetries: ({ asked, failedAt }) => {
    const firstOfBackup = asked.find((one) => one.isAutomatic && one.card === 'backup')
    const retries = asked.filter(
      (one) =>
        one.isAutomatic &&
        one.outcome !== 'unsent' &&
        one !== firstOfBackup &&
        failedAt &&
        one.sentAt > failedAt,
    )
    const moments = new Set(retries.map(({ sentAt }) => sentAt.getTime()))
    return moments.size > MOST_RETRIES ? `${moments.size} automatic tries` : undefined
  },
  tooManyTriesOfACard: ({ asked }) => {
    for (const card of ['first', 'backup', 'typed'] as const) {
      const tries = asked.filter((one) => one.card === card && one.outcome !== 'unsent')
      const byHand = tries.filter(({ isAutomatic }) => !isAutomatic).length
      if (tries.length > MOST_TRIES_OF_A_CARD || byHand > MOST_TRIES_OF_A_CARD - KEPT_FOR_AUTOMATIC_TRIES)
        return `the ${card} card: ${tries.length} tries, ${byHand} by hand`
    }
    return undefined
  },
  backupTooSoon: (month, banks) =>
    whichOf(month.asked, (one, earlier) => {
      if (one.card !== 'backup' || !one.isAutomatic || earlier.some(({ card }) => card === 'backup'))
        return false
      const refusals = earlier.filter((former) => former.card === 'first' && former.outcome === 'declined')
      const isDefinite = refusals.every(({ knownAt }) => knownAt <= one.sentAt)
      const hasHard = refusals.some(({ isHard }) => isHard)
      return !(isDefinite && (hasHard || refusals.length > 1 || isClosedBefore(banks, month)))
    }),
  /** Unless its bank refused it for good, a card is tried on the seventh day, whatever its owner did before. */
  noLastTry: (month, banks) => {
    const { asked, failedAt, endedAt } = month
    if (!failedAt || !endedAt || isClosedBefore(banks, month)) return undefined
    const hasHard = asked.some((one) => one.isHard && one.outcome === 'declined')
    const at = delayedEnd(month) ?? later(failedAt, OPEN_FOR_MS)
    const isAsked = asked.some((one) => one.isAutomatic && one.sentAt.getTime() === at.getTime())
    const isConfirming = asked.some((one) => one.sentAt <= at && one.knownAt > at)
    return hasHard || isAsked || isConfirming ? undefined : 'no try on the seventh day'
  },
  /** Where the bank gave no reason at all, and every answer was heard: after 1, 3, 5 and 7 days. */
  missedUsualTry: (month, banks) => {
    const { asked, failedAt, endedAt } = month
    if (isClosedBefore(banks, month)) return undefined
    const firsts = asked.filter(({ card }) => card === 'first')
    const isUsual = firsts.every(({ reason, outcome }) => reason === 'declined' || outcome === 'paid')
    const isHeard = asked.every(({ sentAt, knownAt }) => sentAt.getTime() === knownAt.getTime())
    const doneAt = endedAt ?? asked.find(({ outcome }) => outcome === 'paid')?.sentAt
    if (!failedAt || !doneAt || !isUsual || !isHeard) return undefined
    const missed = USUAL_DAYS.filter((day) => {
      const at = later(failedAt, day * DAY)
      return at < doneAt && !firsts.some((one) => one.isAutomatic && one.sentAt.getTime() === at.getTime())
    })
    return missed.length > 0 ? `not tried on day ${missed.join(', ')}` : undefined
  },
  endsAtAnotherTime: ({ failedAt, endedAt, asked, state }) => {
    if (state === 'paid') return undefined
    if (!failedAt || !endedAt) return 'neither paid nor ended'
    const planned = later(failedAt, OPEN_FOR_MS)
    // A bank that is still being asked, or whose answer was lost, is waited for.
    const known = asked.flatMap((one) =>
      one.sentAt <= planned || !one.isAutomatic ? [one.knownAt.getTime()] : [],
    )
    const latest = Math.max(planned.getTime(), ...known, ...asked.map(({ sentAt }) => sentAt.getTime()))
    return planned <= endedAt && endedAt.getTime() <= latest ? undefined : `ended ${endedAt.toISOString()}`
  },
  endsWithoutNotice: ({ endedAt, lastDayAt, told, failedAt }) => {
    if (!endedAt || !failedAt) return undefined
    const mail = told.find(({ purpose }) => purpose === 'last-day')
    const isTold = mail && lastDayAt && mail.at <= later(endedAt, -TOLD_BEFORE_MS) && lastDayAt <= mail.at
    return isTold ? undefined : 'not told a day before'
  },
  /** What its bank said of a card is for people of the account. */
  payLinkTellsReason: ({ told }) =>
    told.find(
      ({ purpose, plain }) =>
        purpose === 'pay-link' &&
        [...Object.values(refusalsForGood), 'payday'].some((reason) => plain.includes(reason)),
    )?.plain,
  /**
   * Pages let a card pay if and only if its bank has not refused it for good; the payment link, which has no other
   * place to say so, also not while it was tried too often.
   */
  wrongCardsOffered: (month, banks) => {
    const wrong = month.told.flatMap(({ purpose, at, payable = {} }) =>
      (['first', 'backup'] as const).flatMap((card) => {
        const isUnusable =
          isRefusedForGood(month, banks, card, at) ||
          (purpose === 'pay-link' && hasNoTryByHandLeft(month, card, at))
        return payable[card] !== undefined && payable[card] === isUnusable
          ? [`${purpose}: ${card} at ${at.toISOString()}`]
          : []
      }),
    )
    return wrong.length > 0 ? wrong.join('; ') : undefined
  },
  untrueSentence: (month, banks) => {
    const untrue = month.told.flatMap((words) => untrueIn(words, month, banks))
    return untrue.length > 0 ? untrue.join('; ') : undefined
  },
} satisfies Record<string, Find>

export type Defects = Record<keyof typeof rules, string[]>

export function findDefects(months: Month[], banks: Banks): Defects {
  const found = Object.entries(rules).map(([name, find]: [string, Find]) => [
    name,
    months.flatMap((month) => {
      const what = find(month, banks)
      return what ? [`${month.number}: ${what}`] : []
    }),
  ])
  return Object.fromEntries(found)
}

function hasNoTryByHandLeft({ asked }: Month, card: Asked['card'], at: Date): boolean {
  const tries = asked.filter((one) => one.card === card && one.outcome !== 'unsent' && one.sentAt <= at)
  const byHand = tries.filter(({ isAutomatic }) => !isAutomatic).length
  const beyondKept = Math.max(0, tries.length - byHand - KEPT_FOR_AUTOMATIC_TRIES)
  return byHand + beyondKept >= MOST_TRIES_OF_A_CARD - KEPT_FOR_AUTOMATIC_TRIES
}

function whichOf(asked: Asked[], isWrong: (one: Asked, earlier: Asked[]) => boolean): string | undefined {
  const wrong = asked.find((one, index) => isWrong(one, asked.slice(0, index)))
  return wrong && `${wrong.card} card at ${wrong.sentAt.toISOString()}`
}

function updateOf(banks: Banks, { number }: Month, card: CardName) {
  const { mix, customer } = customerAt(number)
  return banks.customerOf(mix, customer).cards[card]?.update
}

/** Whether its bank's new number or date for this card was reported between the two. */
export function hasUpdate(banks: Banks, month: Month, card: CardName, from: Date, until: Date): boolean {
  const update = updateOf(banks, month, card)
  return !!update && update.kind !== 'closed' && from <= update.reportedAt && update.reportedAt <= until
}

/** Undefined: an update since then may have lifted it. */
function isRefusedForGood(month: Month, banks: Banks, card: CardName, at: Date): boolean | undefined {
  const update = updateOf(banks, month, card)
  if (update?.kind === 'closed' && update.reportedAt <= at) return true
  const hard = month.asked.findLast(
    (one) => one.card === card && one.outcome === 'declined' && one.isHard && one.knownAt <= at,
  )
  if (!hard) return false
  return hasUpdate(banks, month, card, hard.sentAt, at) ? undefined : true
}

function isClosedBefore(banks: Banks, month: Month): boolean {
  return updateOf(banks, month, 'first')?.kind === 'closed'
}

/** If a charge is being confirmed when the last day is to begin, it begins with the answer, and the end moves. */
function delayedEnd({ asked, failedAt, lastDayAt }: Month): Date | undefined {
  const planned = failedAt && later(failedAt, OPEN_FOR_MS - TOLD_BEFORE_MS)
  const isDelayed = planned && lastDayAt && planned < lastDayAt && isConfirmingAt(asked, planned)
  return isDelayed ? later(lastDayAt, TOLD_BEFORE_MS) : undefined
}

/** Mails, pages and the desk name when which card is tried next, that none is, and when the account ends. */
function untrueIn({ plain, at }: Month['told'][number], month: Month, banks: Banks): string[] {
  const { zone, asked, endedAt, lastDayAt } = month
  const { nextTry, isSoon, hasNoTry, end } = readSentences(plain)
  const untrue: string[] = []
  const isBeforeDelay = delayedEnd(month) !== undefined && lastDayAt !== null && at < lastDayAt
  if (
    end &&
    endedAt &&
    formatMoment(zone, endedAt) !== end &&
    !isBeforeDelay &&
    !isConfirmingAt(asked, endedAt)
  )
    untrue.push(`"${end}", but ended ${formatMoment(zone, endedAt)}`)
  const tries = asked.filter((one) => one.isAutomatic && one.sentAt > at)
  if (hasNoTry) {
    const tried = tries.find(({ sentAt }) => !hasAnyUpdate(banks, month, at, sentAt))
    if (tried) untrue.push(`"not again" at ${at.toISOString()}, but ${tried.sentAt.toISOString()}`)
  }
  const isTriedSoon = asked.some(
    (one) => one.isAutomatic && at <= one.sentAt && one.sentAt <= later(at, HOUR),
  )
  if (isSoon && !isTriedSoon && !isConfirmingAt(asked, later(at, HOUR)))
    untrue.push(`"within minutes" at ${at.toISOString()}, but did not`)
  if (!nextTry) return untrue
  const { what, when } = nextTry
  const last = asked.findLast(({ sentAt }) => sentAt <= at)
  const named =
    /ending in (\d{4})/.exec(what)?.[1] ?? (what.includes('card on file') ? undefined : last?.lastFour)
  const isKept = tries.some(
    ({ lastFour, card, sentAt }) =>
      formatMoment(zone, sentAt) === when && (named ? lastFour === named : card === 'first'),
  )
  if (!isKept && !isOutdated(month, banks, at, when))
    untrue.push(`"${what} on ${when}" at ${at.toISOString()}, but did not`)
  return untrue
}

function hasAnyUpdate(banks: Banks, month: Month, from: Date, until: Date): boolean {
  return (['first', 'backup'] as const).some((card) => hasUpdate(banks, month, card, from, until))
}

/** Before that time the month was paid, its card was refused for good by hand, or its bank changed the card. */
function isOutdated(month: Month, banks: Banks, from: Date, when: string): boolean {
  const { zone, asked } = month
  for (let at = from; at <= later(from, OPEN_FOR_MS + DAY); at = later(at, HOUR)) {
    if (isConfirmingAt(asked, at) && formatMoment(zone, at) === when) return true
    if (asked.some((one) => one.outcome === 'paid' && one.knownAt.getTime() === at.getTime())) return true
    const byHand = asked.filter(
      (one) => !one.isAutomatic && one.sentAt >= from && one.knownAt.getTime() === at.getTime(),
    )
    if (byHand.some(({ isHard, outcome }) => isHard && outcome === 'declined')) return true
    if (hasAnyUpdate(banks, month, from, at)) return true
    if (formatMoment(zone, at) === when) return false
  }
  return false
}

/** A customer may press in the minute of a try: then its answer is awaited first. */
function isConfirmingAt(asked: Asked[], at: Date): boolean {
  return asked.some(({ sentAt, knownAt }) => sentAt < knownAt && sentAt <= at && at <= knownAt)
}
