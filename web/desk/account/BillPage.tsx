import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskBillValues } from '#contract/desk/account.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskFacts, Moment, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList } from '../DeskList.tsx'
import { Offered } from '../Offered.tsx'

/** A bill as the customer has it, with every charge attempt and refund. */
export function BillPage({ values, operator }: DeskPageProps<'bill'>) {
  const { account, bill, offers, payments, notes } = values
  const { number } = account
  const path = fillPath(deskPages.bill.path, { number, bill: bill.number })
  return (
    <DeskLayout
      operator={operator}
      page="bill"
      title={`Bill ${bill.number}`}
      lede={
        <>
          <Tag {...bill.tag} />{' '}
          <a href={fillPath(deskPages.account.path, { number })}>{`${account.company}, account ${number}`}</a>
        </>
      }
      actions={
        <LinkButton href={`${path}bill.pdf`} look="quiet" small>
          Download PDF
        </LinkButton>
      }
    >
      <div className="desk-columns">
        <section className="desk-card" aria-labelledby="lines">
          <h2 id="lines">Lines</h2>
          <Lines bill={bill} />
          {bill.note !== '' && <p className="hint">{bill.note}</p>}
        </section>
        <section className="desk-card" aria-labelledby="about">
          <h2 id="about">About</h2>
          <DeskFacts
            facts={{
              ...Object.fromEntries(bill.facts.map(({ name, value }) => [name, value])),
              'Billed to': <span className="account-words">{bill.billedTo.join('\n')}</span>,
            }}
          />
          {offers.length > 0 && (
            <div className="desk-toolbar">
              {offers.map(({ text, href, why }) => (
                <Offered key={text} href={href} why={why}>
                  {text}
                </Offered>
              ))}
            </div>
          )}
        </section>
      </div>
      <DeskList
        heading={{ id: 'payments', title: 'Payments' }}
        caption="Every try to charge this bill"
        rows={payments}
        keyOf={({ key }) => key}
        empty="No card was charged for this bill."
        columns={[
          { title: 'When', isHead: true, cell: ({ at }) => <Moment at={at} /> },
          { title: 'State', cell: ({ tag }) => <Tag {...tag} /> },
          { title: 'Details', cell: ({ more }) => more },
          { title: 'Amount', isAmount: true, cell: ({ cents }) => formatAmount(cents) },
        ]}
      />
      <DeskList
        heading={{ id: 'notes', title: 'Credit notes' }}
        caption="Credit notes of this bill"
        rows={notes}
        keyOf={({ key }) => key}
        empty="Nothing of this bill was given back."
        columns={[
          { title: 'Credit note', isHead: true, cell: (note) => <NoteLink note={note} number={number} /> },
          { title: 'Asked for', cell: ({ at }) => <Moment at={at} /> },
          { title: 'Way', cell: ({ way }) => way },
          { title: 'State', cell: ({ tag }) => <Tag {...tag} /> },
          { title: 'Amount', isAmount: true, cell: ({ cents }) => formatAmount(cents) },
        ]}
      />
    </DeskLayout>
  )
}

function NoteLink({ note, number }: { note: DeskBillValues['notes'][number]; number: string }) {
  if (note.number === null) return 'Not issued'
  return <a href={fillPath(deskPages['credit-note'].path, { number, note: note.number })}>{note.number}</a>
}

function Lines({ bill: { lines, totalCents, less } }: { bill: DeskBillValues['bill'] }) {
  return (
    <table className="desk-table">
      <caption className="unseen">Lines of the bill</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="is-amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, quantity, unitCents, cents }, index) => (
          <tr key={`${label} ${String(index)}`}>
            <th scope="row">
              {quantity === 1 ? label : `${label}, ${quantity} × ${formatAmount(unitCents)}`}
            </th>
            <td className="is-amount">{formatAmount(cents)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          <td className="is-amount">
            <b>{formatAmount(totalCents)}</b>
          </td>
        </tr>
        {less.map(({ name, cents }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="is-amount">{formatAmount(-cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
