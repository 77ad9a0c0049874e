import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskFacts, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskTable } from '../DeskTable.tsx'

/** A credit note as the customer has it. */
export function CreditNotePage({ values: { account, note }, operator }: DeskPageProps<'credit-note'>) {
  const { number } = account
  return (
    <DeskLayout
      operator={operator}
      page="credit-note"
      title={`${note.isDebit ? 'Debit' : 'Credit'} note ${note.number}`}
      lede={
        <>
          <Tag {...note.tag} />{' '}
          <a href={fillPath(deskPages.account.path, { number })}>{`${account.company}, account ${number}`}</a>
        </>
      }
      actions={
        <LinkButton
          href={`${fillPath(deskPages['credit-note'].path, { number, note: note.number })}credit-note.pdf`}
          look="quiet"
          small
        >
          Download PDF
        </LinkButton>
      }
    >
      <div className="desk-columns">
        <section className="desk-card" aria-labelledby="lines">
          <h2 id="lines">Lines</h2>
          <DeskTable
            caption="Lines of the credit note"
            hidesCaption
            rows={[...note.lines, { label: 'Total', cents: note.totalCents }].map((line, key) => ({
              ...line,
              key,
            }))}
            keyOf={({ key }) => key}
            empty="The credit note has no lines."
            columns={[
              { title: 'Item', isHead: true, cell: ({ label }) => label },
              { title: 'Amount', isAmount: true, cell: ({ cents }) => formatAmount(cents) },
            ]}
          />
        </section>
        <section className="desk-card" aria-labelledby="about">
          <h2 id="about">About</h2>
          <DeskFacts
            facts={{
              ...Object.fromEntries(note.facts.map(({ name, value }) => [name, value])),
              Bill: <a href={fillPath(deskPages.bill.path, { number, bill: note.bill })}>{note.bill}</a>,
              'Billed to': <span className="account-words">{note.billedTo.join('\n')}</span>,
            }}
          />
        </section>
      </div>
    </DeskLayout>
  )
}
