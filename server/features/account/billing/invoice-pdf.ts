import type { CreditNoteSheet, InvoiceSheet } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import {
  billedToLines,
  creditNoteFacts,
  invoiceFacts,
  invoiceTitle,
  noteTitle,
  TOTAL,
} from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { openPdfTools } from '#server/platform/pdf/pdf-tools.ts'
import { IN_ITS_PLACE } from '#server/platform/pdf/printable-text.ts'
import { openSheets, SHEET_WIDTH, type Sheets } from '#server/platform/pdf/sheets.ts'

type PaperConfig = Pick<Config, 'provider' | 'publicUrl'>

/** Renders an invoice as a PDF with the same content as its web page. */
export function writeInvoicePdf(config: PaperConfig, bill: InvoiceSheet): Promise<Buffer> {
  const line = (item: string, quantity: string, unit: string, amount: string) => [
    { ...columns.item, text: item },
    { ...columns.quantity, text: quantity },
    { ...columns.unit, text: unit },
    { ...columns.amount, text: amount },
  ]
  const sums = {
    Refunded: bill.refundedCents,
    'Given as credit': bill.creditedCents,
    'Returned by the bank': bill.lostCents,
  }
  return writePaper(config, {
    title: invoiceTitle(bill),
    customer: bill.customer,
    facts: { ...invoiceFacts(bill), State: sentenceCase(bill.state) },
    heading: line('Item', 'Quantity', 'Unit price', 'Amount'),
    lines: bill.lines.map(({ label, quantity, unitCents, cents }) =>
      line(label, String(quantity), formatAmount(unitCents), formatAmount(cents)),
    ),
    totalCents: bill.totalCents,
    writeEnd(sheets) {
      for (const [name, cents] of Object.entries(sums)) if (cents > 0) sheets.row(sumOf(name, -cents))
      sheets.skip(14)
      sheets.row([{ text: bill.note }], { after: 12 })
    },
    closing: `Billed monthly in advance. Not refundable. ${questionsTo(config)}`,
    path: fillPath(pages.bill, { number: bill.number }),
  })
}

/** The same for a credit note. */
export function writeCreditNotePdf(config: PaperConfig, note: CreditNoteSheet): Promise<Buffer> {
  return writePaper(config, {
    title: noteTitle(note),
    customer: note.customer,
    facts: creditNoteFacts(note),
    lines: note.lines.map(({ label, cents }) => sumOf(label, cents)),
    totalCents: note.cents,
    writeEnd: (sheets) => sheets.skip(14),
    closing: questionsTo(config),
    path: fillPath(pages['credit-note'], { number: note.number }),
  })
}

type Row = Parameters<Sheets['row']>[0]
type Paper = {
  title: string
  customer: InvoiceSheet['customer']
  facts: Record<string, string | undefined>
  /** Column headings, repeated at the top of each page. */
  heading?: Row
  lines: readonly Row[]
  totalCents: number
  /** Below the total, on the same page. */
  writeEnd(sheets: Sheets): void
  closing: string
  /** Of its web page. */
  path: string
}

/** A total on a page of its own says nothing about what it sums up. */
const LINES_WITH_TOTAL = 2

async function writePaper({ provider, publicUrl }: PaperConfig, paper: Paper): Promise<Buffer> {
  const { title, lines } = paper
  const sheets = openSheets(await openPdfTools(), title)
  sheets.row([{ text: provider.copyrightHolder }], { size: 12, isBold: true, after: 18 })
  sheets.row([{ text: title }], { size: 20, isBold: true, after: 12 })
  writeBilledTo(sheets, paper)
  for (const [name, text] of Object.entries(paper.facts))
    if (text)
      sheets.row([
        { text: name, width: 90 },
        { text, x: 100 },
      ])
  sheets.skip(16)
  const writeHeading = () => {
    if (paper.heading) sheets.row(paper.heading, { size: 9, isQuiet: true })
    sheets.rule()
  }
  writeHeading()
  if (paper.heading) sheets.onNewSheet(writeHeading)
  for (const line of lines.slice(0, -LINES_WITH_TOTAL)) sheets.row(line, { after: 6 })
  sheets.together(() => {
    for (const line of lines.slice(-LINES_WITH_TOTAL)) sheets.row(line, { after: 6 })
    sheets.rule()
    sheets.row(sumOf(TOTAL, paper.totalCents), { size: 13, isBold: true })
    paper.writeEnd(sheets)
    sheets.row([{ text: paper.closing }], { size: 9, isQuiet: true })
  })
  sheets.onNewSheet(undefined)
  if (sheets.isIncomplete) writeWhereItIsWhole(sheets, `${publicUrl}${paper.path}`)
  return sheets.finish()
}

function writeBilledTo(sheets: Sheets, paper: Pick<Paper, 'customer'>): void {
  sheets.row([{ text: 'Billed to' }], { size: 9, isQuiet: true, after: 2 })
  for (const [index, text] of billedToLines(paper).entries())
    sheets.row([{ text }], { isBold: index === 0, after: 1 })
  sheets.skip(14)
}

const columns = {
  item: { width: 260 },
  quantity: { x: 270, width: 55, isRight: true },
  unit: { x: 335, width: 75, isRight: true },
  amount: { x: 415, width: SHEET_WIDTH - 415, isRight: true },
}

/** Its name may use the columns of quantity and price. */
function sumOf(name: string, cents: number): Row {
  return [
    { text: name, width: 400 },
    { ...columns.amount, text: formatAmount(cents) },
  ]
}

function questionsTo({ provider }: PaperConfig): string {
  return `Questions? Call ${provider.tollFreeNumber}.`
}

/** The PDF's fonts cannot show every script, so it links to the web page, which can. */
function writeWhereItIsWhole(sheets: Sheets, url: string): void {
  const words = `Some characters cannot be printed here (${IN_ITS_PLACE}). To see them, open this page:`
  sheets.row([{ text: words }], { size: 9, isQuiet: true, after: 1 })
  sheets.row([{ text: url }], { size: 9, isQuiet: true })
}

function sentenceCase(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
