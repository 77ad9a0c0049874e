import { dayInWords } from '#contract/billing-dates.ts'
import type { BillSheet } from '#contract/billing-values.ts'
import { formatAmount } from '#contract/money.ts'
import type { Provider } from '#contract/provider.ts'
import { type Mark, wrap, writePdf } from '../../pdf/write-pdf.ts'

const LEFT = 56
const RIGHT = 556
const WIDTH = RIGHT - LEFT

/** The bill as paper: the same facts as its page, in the same words. */
export function writeBillPdf(bill: BillSheet, provider: Provider): Buffer {
  const title = `${titleOf(bill)} ${bill.number}`
  const marks: Mark[] = []
  let y = 72
  const write = (text: string, more: Partial<Extract<Mark, { kind: 'text' }>> = {}) =>
    marks.push({ kind: 'text', x: LEFT, y, size: 10, text, ...more })
  const pair = (name: string, fact: string, more: { size?: number; isBold?: boolean } = {}) => {
    write(name, more)
    write(fact, { ...more, x: RIGHT, isRight: true })
  }
  const rule = () => marks.push({ kind: 'rule', x: LEFT, y, width: WIDTH })

  write(provider.copyrightHolder, { size: 12, isBold: true })
  y += 36
  write(title, { size: 20, isBold: true })
  y += 28
  for (const line of [bill.customer.company, bill.customer.name, ...bill.customer.address]) {
    write(line)
    y += 14
  }
  write(`Account number ${bill.customer.pin}`)
  y += 28
  for (const [name, fact] of factsOf(bill)) {
    pair(name, fact)
    y += 16
  }
  y += 4
  rule()
  y += 20
  for (const line of bill.lines) {
    const label = line.quantity > 1 ? `${line.label} × ${line.quantity}` : line.label
    pair(label, formatAmount(line.cents))
    y += 18
  }
  rule()
  y += 20
  pair('Total', formatAmount(bill.totalCents), { size: 13, isBold: true })
  if (bill.refundedCents > 0) {
    y += 18
    pair('Refunded', formatAmount(-bill.refundedCents))
  }
  y += 32
  for (const line of wrap(bill.note, 10, WIDTH)) {
    write(line)
    y += 14
  }
  y += 14
  const words = `Billed monthly in advance, not refundable. Questions? Call ${provider.tollFreeNumber}.`
  for (const line of wrap(words, 9, WIDTH)) {
    write(line, { size: 9 })
    y += 13
  }
  return writePdf(title, marks)
}

function titleOf({ state }: BillSheet): string {
  return state === 'open' || state === 'not collected' ? 'Bill' : 'Receipt'
}

function factsOf(bill: BillSheet): [string, string][] {
  const facts: [string, string | null][] = [
    ['What for', bill.what],
    ['Issued', dayInWords(bill.issuedOn)],
    [
      'Service',
      bill.serviceFrom && bill.serviceThrough
        ? `${dayInWords(bill.serviceFrom)} through ${dayInWords(bill.serviceThrough)}`
        : null,
    ],
    ['Paid', bill.paidOn ? dayInWords(bill.paidOn) : null],
    ['Card', bill.paidOn ? bill.card : null],
    ['State', `${bill.state.charAt(0).toUpperCase()}${bill.state.slice(1)}`],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}
