import type { Cents } from './money.ts'
import { type ItemKey, items, type PlanLine } from './plan.ts'

/** A row of a plan. `given` units are free, granted by the operator; the rest cost `unitPrice`. */
export type PlanItem = { key: ItemKey; quantity: number; unitPrice: Cents; given?: number }

export const FREE_OF_CHARGE = 'free of charge'

export function givenOf({ given = 0 }: { given?: number }): number {
  return given
}

/** One line per item, for the pages. */
export function linesOfItems(bought: readonly PlanItem[]): PlanLine[] {
  return bought.map((item) => {
    const { key, quantity, unitPrice } = item
    const given = givenOf(item)
    return {
      key,
      label: items[key].label,
      quantity,
      unitPrice,
      amount: (quantity - given) * unitPrice,
      given,
    }
  })
}

/** As on an invoice: free units have their own line. */
export function splitGiven(lines: readonly PlanLine[]): Omit<PlanLine, 'key' | 'given'>[] {
  return lines.flatMap((line) => {
    const given = givenOf(line)
    const { label, unitPrice, amount } = line
    const paid = { label, quantity: line.quantity - given, unitPrice, amount }
    const free = { label: `${label}, ${FREE_OF_CHARGE}`, quantity: given, unitPrice: 0, amount: 0 }
    return [paid, free].filter(({ quantity }) => quantity > 0)
  })
}
