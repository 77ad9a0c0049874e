import { formatAmount } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { linesGivenBack, type NoteLine, type PaidBill, type Way } from './credit-notes.ts'

/**
 * How much: what is left of the bill, an amount, some of its lines by their position, or the same lines as a refund that failed.
 */
export type HowMuch =
  | { kind: 'rest' }
  | { kind: 'amount'; cents: number }
  | { kind: 'lines'; positions: number[] }
  | { kind: 'again'; cents: number; lines: NoteLine[] }

export type Chosen = { cents: number; lines: NoteLine[] }

/** What of a bill goes back, and why it cannot. The bill is locked by the caller. */
export async function chooseLines(
  tx: Db,
  bill: PaidBill,
  { howMuch, way }: { howMuch: HowMuch; way: Way },
): Promise<Chosen | Refused> {
  const obstacle = findObstacle(bill, way)
  if (obstacle) return wrong(obstacle)
  const [rest, toCard] = [leftOf(bill), leftForCard(bill)]
  const chosen = await wanted(tx, bill, howMuch, way === 'card' ? Math.min(rest, toCard) : rest)
  if (isRefused(chosen)) return chosen
  if (chosen.cents > rest)
    return wrong(`Only ${formatAmount(rest)} of bill ${bill.number} can still be given back.`)
  return way === 'card' && chosen.cents > toCard
    ? wrong(`Only ${formatAmount(toCard)} can still go back to the card.`)
    : chosen
}

/** Why nothing of a bill can go back this way, whatever amount is chosen. */
export function findObstacle(bill: PaidBill, way: Way): string | undefined {
  const { number, paidAt, charge } = bill
  if (!paidAt) return `Bill ${number} is not paid, so there is nothing to give back.`
  if (charge?.isDisputed)
    return `The payment of bill ${number} is disputed. Wait for the decision of the bank.`
  if (leftOf(bill) === 0) return `Nothing is left to give back of bill ${number}.`
  if (way === 'credit') return undefined
  if (!charge) return `Bill ${number} was not paid by card. Give credit instead.`
  return leftForCard(bill) > 0
    ? undefined
    : `Nothing of bill ${number} can still go back to the card. Give credit instead.`
}

async function wanted(tx: Db, bill: PaidBill, howMuch: HowMuch, rest: number): Promise<Chosen | Refused> {
  switch (howMuch.kind) {
    case 'rest':
      return bill.backCents === 0 && rest === bill.totalCents
        ? { cents: rest, lines: bill.lines }
        : { cents: rest, lines: [{ label: `The rest of bill ${bill.number}`, cents: rest }] }
    case 'amount':
      return howMuch.cents > 0
        ? { cents: howMuch.cents, lines: [{ label: `Part of bill ${bill.number}`, cents: howMuch.cents }] }
        : wrong('The amount must be more than zero.')
    case 'lines':
      return linesOf(tx, bill, howMuch.positions)
    case 'again':
      return howMuch.cents > 0
        ? { cents: howMuch.cents, lines: howMuch.lines }
        : wrong('The gateway did not say how much it was.')
  }
}

async function linesOf(tx: Db, bill: PaidBill, positions: readonly number[]): Promise<Chosen | Refused> {
  const given = await linesGivenBack(tx, bill.id)
  const lines: NoteLine[] = []
  for (const position of new Set(positions)) {
    const line = bill.lines.find((one) => one.position === position)
    if (!line) return wrong(`Bill ${bill.number} has no line ${position + 1}.`)
    const cents = line.cents - (given.get(position) ?? 0)
    if (cents <= 0) return wrong(`Nothing is left to give back of line ${position + 1}, ${line.label}.`)
    lines.push({ ...line, cents })
  }
  if (lines.length === 0) return wrong('Choose at least one line.')
  return { cents: lines.reduce((sum, line) => sum + line.cents, 0), lines }
}

/**
 * The credit that a bill used can go back as well, as credit: the card gets no more than it paid. A refund and a dispute
 * that is lost can together be more than the bill.
 */
export function leftOf({ totalCents, creditUsedCents, backCents }: PaidBill): number {
  return Math.max(0, totalCents + creditUsedCents - backCents)
}

function leftForCard({ charge }: PaidBill): number {
  return charge ? charge.cents - charge.backCents : 0
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
