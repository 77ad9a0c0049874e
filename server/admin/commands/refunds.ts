import { createHash, randomUUID } from 'node:crypto'
import { readAmount } from '#contract/billing/read-amount.ts'
import { type RefundReason, refundReasonIn, refundReasons } from '#contract/billing/refund-reasons.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { HowMuch } from '#server/billing/refunds/choose-lines.ts'
import { extendMonth } from '#server/billing/refunds/extend-month.ts'
import { type GivenBack, giveMoneyBack } from '#server/billing/refunds/give-money-back.ts'
import type { OtherKeys } from '#server/billing/refunds/once-for-key.ts'
import { takeCreditBack } from '#server/billing/refunds/take-credit-back.ts'
import { waiveMonth } from '#server/billing/refunds/waive-month.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { Command, Given } from '../command.ts'
import { namedAccount } from '../find-account.ts'

const KEY_AT_MOST = 100
const why = { words: { takes: 'TEXT', says: 'why, in your own words' } }
const again = {
  key: {
    takes: 'KEY',
    says: 'names this one; without it, the same command is done once within 24 hours, whoever runs it',
  },
}

export const refundBillCommand: Command = {
  name: 'bill refund',
  takes: 'BILL',
  says: 'Gives money of a paid bill back: what is left of it, an amount, or some of its lines.',
  flags: {
    to: { takes: 'card|credit', says: 'to the card that paid, or as credit for the next bill' },
    amount: { takes: 'DOLLARS', says: 'only this much, such as 12.50' },
    line: {
      takes: 'LINE',
      says: 'only this line of the bill, counted from 1; can be repeated',
      isMany: true,
    },
    'once-settled': {
      says: 'not now, but once the bank has settled the payment; without it, a part is refused on the day of payment',
    },
    reason: { takes: 'REASON', says: `one of ${Object.keys(refundReasons).join(', ')}` },
    ...why,
    ...again,
  },
  async run(deps, given) {
    const asked = readAsked(given)
    if (isRefused(asked)) return asked
    const badKey = refuseKey(given)
    if (badKey) return badKey
    const bill = given.args[0] ?? ''
    const { way, howMuch, reason } = asked
    const isOnceSettled = given.has('once-settled')
    if (isOnceSettled && way !== 'card')
      return wrong('Credit waits for nothing. Use --once-settled only with --to card.')
    const keys = keysOf(given, [
      'refund',
      bill,
      way,
      howMuch,
      reason,
      ...(isOnceSettled ? ['once-settled'] : []),
    ])
    const back = await giveMoneyBack(deps, {
      ...asked,
      ...keys,
      bill,
      actor: given.actor,
      isOnceSettled: isOnceSettled || undefined,
    })
    if (isRefused(back)) return back
    const told = sayGivenBack(back)
    return keys.others && back.isRepeat && !isRefused(told) ? sayAgain(told.said) : told
  },
}

function sayGivenBack({ key, state, number, cents, way, isFormerRefusal, waitsUntil }: GivenBack) {
  const amount = formatAmount(cents)
  switch (state) {
    case 'issued':
      return {
        said: `${amount} given back ${way === 'card' ? 'to the card' : 'as credit'}: credit note ${number}.`,
      }
    case 'open':
      if (waitsUntil)
        return {
          said: `${amount} goes back to the card once the payment has settled. Until it is sent, it can be withdrawn at the desk.`,
        }
      return {
        said: `The bank has not answered about ${amount} yet. It is asked again by itself; run the command with --key ${key} to see the outcome.`,
      }
    case 'refused':
      if (isFormerRefusal)
        return wrong(
          `The bank refused to give back ${amount} when --key ${key} was used before, and was not asked again; no money moved. To ask again, leave --key out, or choose another one.`,
        )
      return refuse('invalid-fields', {
        errors: `The bank refused to give back ${amount}; no money moved. A part of a charge can be refunded a day after it, or with --once-settled as soon as it has settled; the whole charge at any time.`,
      })
    case 'failed':
      return wrong(`The bank did not carry out credit note ${number} of ${amount}. See refund failed.`)
  }
}

type AskedBack = {
  way: 'card' | 'credit'
  reason: RefundReason
  words: string
  howMuch: HowMuch
}

function readAsked(given: Given): AskedBack | Refused {
  const { flag, flags, has } = given
  const way = flag('to')
  if (way !== 'card' && way !== 'credit') return wrong('Say where the money goes: --to card or --to credit.')
  const asked = readWhy(given)
  if (isRefused(asked)) return asked
  if (has('amount') && has('line')) return wrong('Use only one of --amount and --line.')
  const howMuch = readHowMuch(flag('amount'), flags('line'))
  return isRefused(howMuch) ? howMuch : { way, howMuch, ...asked }
}

function readWhy({ flag }: Given): Pick<AskedBack, 'reason' | 'words'> | Refused {
  const [reason, words] = [refundReasonIn(flag('reason')), flag('words')?.trim() ?? '']
  if (!reason) return wrong(`Give a reason with --reason: ${Object.keys(refundReasons).join(', ')}.`)
  if (words === '') return wrong('Say why in your own words with --words.')
  return { reason, words }
}

function readHowMuch(amount: string | undefined, lines: readonly string[]): HowMuch | Refused {
  if (amount !== undefined) {
    const cents = readAmount(amount)
    return cents === undefined
      ? wrong(`${amount} is not an amount such as 12.50.`)
      : { kind: 'amount', cents }
  }
  if (lines.length === 0) return { kind: 'rest' }
  if (!lines.every((line) => /^[1-9]\d?$/.test(line))) return wrong('Lines are counted from 1.')
  return { kind: 'lines', positions: lines.map((line) => Number(line) - 1) }
}

export const takeBackCommand: Command = {
  name: 'bill take-back',
  takes: 'BILL',
  says: 'Takes back credit that was given for a bill and is not used: all of it, or an amount.',
  flags: {
    'pay-out': { says: 'refunds it to the card that paid the bill' },
    amount: { takes: 'DOLLARS', says: 'only this much, such as 12.50' },
    reason: { takes: 'REASON', says: `one of ${Object.keys(refundReasons).join(', ')}` },
    ...why,
    ...again,
  },
  async run(deps, given) {
    const { args, flag, has, actor } = given
    const asked = readWhy(given)
    if (isRefused(asked)) return asked
    const howMuch = readHowMuch(flag('amount'), [])
    if (isRefused(howMuch)) return howMuch
    const badKey = refuseKey(given)
    if (badKey) return badKey
    const [bill = '', isPaidOut] = [args[0], has('pay-out')]
    const keys = keysOf(given, ['take-back', bill, isPaidOut, howMuch, asked.reason])
    const taken = await takeCreditBack(deps, { ...asked, ...keys, howMuch, bill, isPaidOut, actor })
    if (isRefused(taken)) return taken
    const { state, way, cents, number } = taken
    if (state !== 'issued' || way === 'card')
      return sayGivenBack({ ...taken, isFormerRefusal: taken.isRepeat })
    const said = `${formatAmount(cents)} of credit taken back: debit note ${number}.`
    return keys.others && taken.isRepeat ? sayAgain(said) : { said }
  },
}

export const extendMonthCommand: Command = {
  name: 'month extend',
  takes: 'NUMBER|EMAIL',
  says: 'Moves the end of the current month, and all later ones, by some days, without charge.',
  flags: { days: { takes: 'DAYS', says: 'by how many days' }, ...why, ...again },
  async run(deps, given) {
    const { args, flag, actor } = given
    const account = await namedAccount(deps.db, args[0])
    if (isRefused(account)) return account
    const words = flag('words')?.trim() ?? ''
    if (words === '') return wrong('Say why in your own words with --words.')
    const badKey = refuseKey(given)
    if (badKey) return badKey
    const days = Number(flag('days'))
    const keys = keysOf(given, ['extend', account.pin, days])
    const done = await extendMonth(deps, { ...keys, accountId: account.id, days, words, actor })
    if (isRefused(done)) return done
    const said = `The month of ${account.pin} now runs until ${formatDay(done.nextOn)}.`
    return keys.others && done.isRepeat ? sayAgain(said) : { said }
  },
}

export const waiveMonthCommand: Command = {
  name: 'month waive',
  takes: 'NUMBER|EMAIL',
  says: 'Waives the open bill of an account: nothing is charged for that month.',
  flags: { ...why, ...again },
  async run(deps, given) {
    const { args, flag, actor } = given
    const account = await namedAccount(deps.db, args[0])
    if (isRefused(account)) return account
    const words = flag('words')?.trim() ?? ''
    if (words === '') return wrong('Say why in your own words with --words.')
    const badKey = refuseKey(given)
    if (badKey) return badKey
    // A bill is waived once anyway: the next one is another one.
    const key = flag('key') ?? randomUUID()
    const done = await waiveMonth(deps, { key, accountId: account.id, words, actor })
    return isRefused(done) ? done : { said: `Bill ${done.number} of ${formatAmount(done.cents)} is waived.` }
  },
}

/** With a key of the desk, the command would take the place of what an operator asked for there. */
function refuseKey({ flag }: Given): Refused | undefined {
  const key = flag('key')
  if (key === undefined) return undefined
  if (/^desk-/i.test(key.trim()))
    return wrong('Keys that begin with desk- belong to the desk. Choose another word for --key.')
  return key.trim() === '' || key.length > KEY_AT_MOST
    ? wrong(`Choose a word of up to ${KEY_AT_MOST} characters for --key.`)
    : undefined
}

/**
 * Whoever did not see the outcome, or a colleague at the same time, can run the same command: it is the same. The key has
 * the day of UTC; what was done in the last 24 hours may have the key of the day before, and what a colleague does at the
 * moment of midnight that of the day after.
 */
function keysOf({ now, flag }: Given, request: readonly unknown[]): { key: string; others?: OtherKeys } {
  const chosen = flag('key')
  if (chosen !== undefined) return { key: chosen }
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 32)
  const keyOn = (day: Date) => `${day.toISOString().slice(0, 10)}-${digest}`
  const since = later(now, -DAY)
  return { key: keyOn(now), others: { keys: [keyOn(since), keyOn(later(now, DAY))], since } }
}

function sayAgain(said: string): { said: string } {
  return {
    said: `Nothing was done a second time, because the same command was run within the last 24 hours. Its outcome: ${said} To do it once more, add --key with a word of your own.`,
  }
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
