import { formatDay, formatMoment } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { terms } from '#contract/features/sign-up/fields.ts'
import type { OrderKind } from '#server/billing/orders/order.ts'
import type { Config } from '#server/config/config.ts'
import { openPdfTools } from '#server/platform/pdf/pdf-tools.ts'
import { IN_ITS_PLACE } from '#server/platform/pdf/printable-text.ts'
import { openSheets, SHEET_WIDTH, type Sheets } from '#server/platform/pdf/sheets.ts'
import type { Evidence, SentMail } from './gather-evidence.ts'

/** One document for the bank: what was agreed, what was paid, and that it was used. */
export async function writeEvidencePdf(
  { provider, publicUrl }: Pick<Config, 'provider' | 'publicUrl'>,
  evidence: Evidence,
): Promise<Buffer> {
  const { dispute, customer } = evidence
  const title = `Evidence for dispute ${dispute.reference}`
  const sheets = openSheets(await openPdfTools(), title)
  const moment = (at: Date) => formatMoment(customer.zone, at)
  sheets.row([{ text: provider.copyrightHolder }], { size: 12, isBold: true, after: 18 })
  sheets.row([{ text: title }], { size: 20, isBold: true, after: 12 })
  writeFacts(sheets, factsOf(evidence, moment))
  // The sample site has no separate host.
  writeConsents(sheets, evidence, new URL(provider.links.terms, publicUrl).href, moment)
  writeBills(sheets, evidence)
  writeUse(sheets, evidence, moment)
  writeTable(
    sheets,
    'Plan changes, cancellations and payments',
    ['When', 'Who', 'What', 'From'],
    evidence.changes.map(({ at, who, what, ip, device }) => [
      moment(at),
      who,
      what,
      [device, ip].filter(Boolean).join(', '),
    ]),
    'The plan was not changed or canceled.',
  )
  writeTable(
    sheets,
    'Emails to the customer',
    ['When', 'To', 'Subject', 'Outcome'],
    evidence.mails.map((mail) => [moment(mail.at), mail.recipient, mail.subject, outcomeOf(mail, moment)]),
    'No emails are on record.',
  )
  if (sheets.isIncomplete)
    sheets.row([{ text: `Some characters cannot be printed here (${IN_ITS_PLACE}).` }], {
      size: 9,
      isQuiet: true,
    })
  return sheets.finish()
}

type Moment = (at: Date) => string

function factsOf({ dispute, payment, customer, bill }: Evidence, moment: Moment): Record<string, string> {
  const { serviceFrom, serviceThrough } = bill ?? {}
  return {
    Dispute: `${formatAmount(dispute.amountCents)}, opened on ${formatDay(dispute.openedOn)}`,
    Reason: dispute.reason.replaceAll('_', ' ') || 'Not given',
    'Reply by': dispute.replyBy ? formatDay(dispute.replyBy) : 'Not given',
    Payment: `${formatAmount(payment.cents)} on ${moment(payment.at)}`,
    Card: `${payment.brand} ending in ${payment.lastFour}, ${payment.holder}`,
    Reference: payment.reference,
    Receipt: payment.bill ?? 'None',
    Service:
      serviceFrom && serviceThrough
        ? `${formatDay(serviceFrom)} through ${formatDay(serviceThrough)}`
        : 'Not for a month',
    Customer: `${customer.company}, ${customer.owner}`,
    Account: `Number ${customer.pin}, since ${moment(customer.since)}`,
    Contact: [customer.email, customer.phone].filter(Boolean).join(', '),
    'Billed to': bill ? bill.customer.address.join(', ') : '',
  }
}

function writeFacts(sheets: Sheets, facts: Record<string, string>): void {
  for (const [name, text] of Object.entries(facts))
    if (text !== '')
      sheets.row([
        { text: name, width: 90 },
        { text, x: 100 },
      ])
}

const ordered: Record<OrderKind, string> = {
  'sign-up': 'Sign-up',
  'plan-change': 'More was bought',
  reactivation: 'Reactivation',
}

function writeConsents(sheets: Sheets, { consents }: Evidence, url: string, moment: Moment): void {
  writeTable(
    sheets,
    'Terms as agreed',
    ['When', 'For', 'Version', 'IP address'],
    consents.map(({ at, kind, cents, version, ip }) => [
      moment(at),
      `${ordered[kind]}, ${formatAmount(cents)}`,
      version,
      ip,
    ]),
    'No consent is on record.',
  )
  const consent = `At sign-up the customer checked “${terms.label}”. The terms are at ${url}. The plan is billed monthly in advance until it is canceled.`
  sheets.row([{ text: consent }], { size: 9, isQuiet: true })
}

function writeBills(sheets: Sheets, { bill, bills }: Evidence): void {
  if (bill)
    writeTable(
      sheets,
      `Receipt ${bill.number}`,
      ['Item', 'Quantity', 'Unit price', 'Amount'],
      bill.lines.map(({ label, quantity, unitCents, cents }) => [
        label,
        String(quantity),
        formatAmount(unitCents),
        formatAmount(cents),
      ]),
      '',
    )
  writeTable(
    sheets,
    'All bills and receipts',
    ['Issued', 'Number', 'What for', 'Amount'],
    bills.map(({ issuedOn, number, what, totalCents, state }) => [
      formatDay(issuedOn),
      number,
      what,
      `${formatAmount(totalCents)}, ${state}`,
    ]),
    'There are no bills.',
  )
}

function writeUse(sheets: Sheets, { bill, signIns }: Evidence, moment: Moment): void {
  writeTable(
    sheets,
    'Sign-ins',
    ['When', 'Who', 'Device', 'Shortened IP address'],
    signIns.listed.map(({ at, name, device, ip }) => [moment(at), name, device, ip]),
    'No sign-ins are on record.',
  )
  if (!bill || !signIns.withinService) return
  const { count, listed } = signIns.withinService
  const times = count === 1 ? '1 sign-in' : `${count.toLocaleString('en-US')} sign-ins`
  const rest = count > listed ? ` The newest ${listed} of them are listed.` : ''
  sheets.row([{ text: `${times} within the service that receipt ${bill.number} paid for.${rest}` }], {
    size: 9,
    isQuiet: true,
  })
}

function outcomeOf({ state, bouncedAt }: SentMail, moment: Moment): string {
  if (bouncedAt) return `Came back on ${moment(bouncedAt)}`
  switch (state) {
    case 'sent':
      return 'Taken by the mail server'
    case 'kept':
      return 'Kept, no mail server'
    case 'waiting':
      return 'Not sent yet'
    case 'failed':
    case 'withheld':
      return 'Not sent'
  }
}

const GAP = 10
/** A title, the names of the columns, and a row of three lines. */
const HEADING_AND_ROW = 90
/** A long moment, a name, what it is about, and a detail. */
const widths = [140, 110, 130] as const

function writeTable(
  sheets: Sheets,
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  otherwise: string,
): void {
  sheets.skip(16)
  sheets.makeRoom(HEADING_AND_ROW)
  sheets.row([{ text: title }], { size: 13, isBold: true, after: 6 })
  if (rows.length === 0) {
    if (otherwise !== '') sheets.row([{ text: otherwise }])
    return
  }
  const writeHeading = () => {
    sheets.row(cellsOf(columns), { size: 9, isQuiet: true })
    sheets.rule()
  }
  writeHeading()
  sheets.onNewSheet(writeHeading)
  for (const row of rows) sheets.row(cellsOf(row), { size: 9, after: 5 })
  sheets.onNewSheet(undefined)
}

function cellsOf(texts: readonly string[]) {
  let x = 0
  return texts.map((text, column) => {
    const width = widths[column] ?? SHEET_WIDTH - x
    const cell = { text, x, width }
    x += width + GAP
    return cell
  })
}
