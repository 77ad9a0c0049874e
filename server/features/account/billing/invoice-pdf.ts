import type { InvoiceSheet } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { billedToLines, invoiceFacts, invoiceTitle, TOTAL } from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { openPdfTools } from '#server/platform/pdf/pdf-tools.ts'
import { IN_ITS_PLACE } from '#server/platform/pdf/printable-text.ts'
import { openSheets, SHEET_WIDTH, type Sheets } from '#server/platform/pdf/sheets.ts'

/** Renders an invoice as a PDF with the same content as its web page. */
export async function writeInvoicePdf(
  { provider, publicUrl }: Pick<Config, 'provider' | 'publicUrl'>,
  bill: InvoiceSheet,
): Promise<Buffer> {
  const sheets = openSheets(await openPdfTools(), invoiceTitle(bill))
  sheets.row([{ text: provider.copyrightHolder }], { size: 12, isBold: true, after: 18 })
  sheets.row([{ text: invoiceTitle(bill) }], { size: 20, isBold: true, after: 12 })
  writeBilledTo(sheets, bill)
  for (const [name, fact] of Object.entries({ ...invoiceFacts(bill), State: sentenceCase(bill.state) }))
    if (fact)
      sheets.row([
        { text: name, width: 90 },
        { text: fact, x: 100 },
      ])
  sheets.skip(16)
  writeLines(sheets, bill, () => {
    sheets.skip(14)
    sheets.row([{ text: bill.note }], { after: 12 })
    const words = `Billed monthly in advance. Not refundable. Questions? Call ${provider.tollFreeNumber}.`
    sheets.row([{ text: words }], { size: 9, isQuiet: true })
  })
  if (sheets.isIncomplete)
    writeWhereItIsWhole(sheets, `${publicUrl}${fillPath(pages.bill, { number: bill.number })}`)
  return sheets.finish()
}

export function writeBilledTo(sheets: Sheets, bill: Pick<InvoiceSheet, 'customer'>): void {
  sheets.row([{ text: 'Billed to' }], { size: 9, isQuiet: true, after: 2 })
  for (const [place, text] of billedToLines(bill).entries())
    sheets.row([{ text }], { isBold: place === 0, after: 1 })
  sheets.skip(14)
}

const columns = {
  item: { width: 260 },
  quantity: { x: 270, width: 55, isRight: true },
  unit: { x: 335, width: 75, isRight: true },
  amount: { x: 415, width: SHEET_WIDTH - 415, isRight: true },
}

/** A total on a page of its own says nothing about what it sums up. */
export const LINES_WITH_TOTAL = 2

function writeLines(sheets: Sheets, bill: InvoiceSheet, writeEnd: () => void): void {
  const line = (item: string, quantity: string, unit: string, amount: string) => [
    { ...columns.item, text: item },
    { ...columns.quantity, text: quantity },
    { ...columns.unit, text: unit },
    { ...columns.amount, text: amount },
  ]
  const writeHeading = () => {
    sheets.row(line('Item', 'Quantity', 'Unit price', 'Amount'), { size: 9, isQuiet: true })
    sheets.rule()
  }
  const sum = (name: string, cents: number) => [
    { ...columns.item, text: name },
    { ...columns.amount, text: formatAmount(cents) },
  ]
  writeHeading()
  sheets.onNewSheet(writeHeading)
  const writeLine = ({ label, quantity, unitCents, cents }: InvoiceSheet['lines'][number]) =>
    sheets.row(line(label, String(quantity), formatAmount(unitCents), formatAmount(cents)), { after: 6 })
  for (const one of bill.lines.slice(0, -LINES_WITH_TOTAL)) writeLine(one)
  sheets.together(() => {
    for (const one of bill.lines.slice(-LINES_WITH_TOTAL)) writeLine(one)
    sheets.rule()
    sheets.row(sum(TOTAL, bill.totalCents), { size: 13, isBold: true })
    if (bill.refundedCents > 0) sheets.row(sum('Refunded', -bill.refundedCents))
    if (bill.creditedCents > 0) sheets.row(sum('Given as credit', -bill.creditedCents))
    if (bill.lostCents > 0) sheets.row(sum('Returned by the bank', -bill.lostCents))
    writeEnd()
  })
  sheets.onNewSheet(undefined)
}

/** The PDF's fonts cannot show every script, so it links to the web page, which can. */
export function writeWhereItIsWhole(sheets: Sheets, url: string): void {
  const words = `Some characters cannot be printed here (${IN_ITS_PLACE}). To see them, open this page:`
  sheets.row([{ text: words }], { size: 9, isQuiet: true, after: 1 })
  sheets.row([{ text: url }], { size: 9, isQuiet: true })
}

function sentenceCase(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
