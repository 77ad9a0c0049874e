import type { MoneyPreview } from '#contract/billing/approvals.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'

/** The preview: the credit note, the rest of the bill, the next bill, and the mail. */
export function MoneyPreviewCard({ preview }: { preview: MoneyPreview }) {
  const { note, bill, month, next, mails, remarks } = preview
  return (
    <div className="desk-follows">
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {note && <NoteTable note={note} />}
      {note && <p className="hint">The note gets its number once the money has gone back.</p>}
      <dl className="desk-facts">
        {bill && <BillFacts bill={bill} />}
        {month && (
          <>
            <dt>Current month ends</dt>
            <dd>
              {formatDay(month.endsAfter)} instead of {formatDay(month.endsBefore)}
            </dd>
          </>
        )}
        {next && (
          <>
            <dt>Next monthly bill</dt>
            <dd>
              {next.after === next.before
                ? `${next.after}, as before`
                : `${next.after} (now: ${next.before})`}
            </dd>
          </>
        )}
      </dl>
      {mails.map((mail) => (
        <section className="desk-mail" key={mail.to} aria-label={`Email to ${mail.to}`}>
          <p>
            <b>Email to {mail.to}</b>
          </p>
          <p>{mail.subject}</p>
          <pre>{mail.text}</pre>
        </section>
      ))}
    </div>
  )
}

function NoteTable({ note }: { note: NonNullable<MoneyPreview['note']> }) {
  return (
    <table className="desk-table">
      <caption>The note, to {note.goesTo}</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col" className="is-amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {note.lines.map(({ label, cents }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a bill may be alike, and never move
          <tr key={index}>
            <td>{label}</td>
            <td className="is-amount">{formatAmount(cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Tax in it</th>
          <td className="is-amount">{formatAmount(note.taxCents)}</td>
        </tr>
        <tr>
          <th scope="row">Total</th>
          <td className="is-amount">
            <b>{formatAmount(note.totalCents)}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function BillFacts({ bill }: { bill: NonNullable<MoneyPreview['bill']> }) {
  const { number, isOpen, leftBefore, leftAfter } = bill
  return (
    <>
      <dt>{isOpen ? `To pay of bill ${number}` : `Left of bill ${number}`}</dt>
      <dd>
        {formatAmount(leftAfter)} instead of {formatAmount(leftBefore)}
      </dd>
    </>
  )
}
