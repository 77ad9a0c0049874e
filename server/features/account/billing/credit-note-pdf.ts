import type { CreditNoteSheet } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { creditNoteFacts, noteTitle, TOTAL } from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { openPdfTools } from '#server/platform/pdf/pdf-tools.ts'
import { openSheets, SHEET_WIDTH } from '#server/platform/pdf/sheets.ts'
import { LINES_WITH_TOTAL, writeBilledTo, writeWhereItIsWhole } from './invoice-pdf.ts'

const amount = { x: 415, width: SHEET_WIDTH - 415, isRight: true }

/** Renders a credit note as a PDF with the same content as its web page. */
export async function writeCreditNotePdf(
  { provider, publicUrl }: Pick<Config, 'provider' | 'publicUrl'>,
  note: CreditNoteSheet,
): Promise<Buffer> {
  const title = noteTitle(note)
  const sheets = openSheets(await openPdfTools(), title)
  sheets.row([{ text: provider.copyrightHolder }], { size: 12, isBold: true, after: 18 })
  sheets.row([{ text: title }], { size: 20, isBold: true, after: 12 })
  writeBilledTo(sheets, note)
  for (const [name, text] of Object.entries(creditNoteFacts(note))) {
    if (text === undefined) continue
    sheets.row([
      { text: name, width: 90 },
      { text, x: 100 },
    ])
  }
  sheets.skip(16)
  const line = (text: string, cents: number) => [
    { text, width: 400 },
    { ...amount, text: formatAmount(cents) },
  ]
  sheets.rule()
  const writeLine = ({ label, cents }: CreditNoteSheet['lines'][number]) =>
    sheets.row(line(label, cents), { after: 6 })
  for (const one of note.lines.slice(0, -LINES_WITH_TOTAL)) writeLine(one)
  sheets.together(() => {
    for (const one of note.lines.slice(-LINES_WITH_TOTAL)) writeLine(one)
    sheets.rule()
    sheets.row(line(TOTAL, note.cents), { size: 13, isBold: true })
    sheets.skip(14)
    sheets.row([{ text: `Questions? Call ${provider.tollFreeNumber}.` }], { size: 9, isQuiet: true })
  })
  const url = `${publicUrl}${fillPath(pages['credit-note'], { number: note.number })}`
  if (sheets.isIncomplete) writeWhereItIsWhole(sheets, url)
  return sheets.finish()
}
