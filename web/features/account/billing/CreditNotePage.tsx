import { formatAmount } from '#contract/catalogue/money.ts'
import { billedToLines, creditNoteFacts, noteTitle, TOTAL } from '#contract/features/billing.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** One credit note, to read and to print. */
export function CreditNotePage(props: PageProps<'credit-note'>) {
  const { values, provider, path } = props
  const { note } = values
  const isHydrated = useHydrated()
  const [company, ...others] = billedToLines(note)
  return (
    <AccountLayout
      {...props}
      title={noteTitle(note)}
      lede={`${provider.copyrightHolder}, ${provider.tollFreeNumber}`}
    >
      <article className="tile account-paper" aria-label={note.number}>
        <address>
          <span className="hint">Billed to</span>
          <b>{company}</b>
          {others.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <Facts facts={creditNoteFacts(note)} />
        {note.lines.map(({ label, cents }) => (
          <p className="line" key={`${label} ${cents}`}>
            <span>{label}</span>
            <span>{formatAmount(cents)}</span>
          </p>
        ))}
        <p className="line sum">
          <span>{TOTAL}</span>
          <span>{formatAmount(note.cents)}</span>
        </p>
      </article>
      <div className="cluster unprinted">
        <LinkButton href={`${path}credit-note.pdf`} small>
          PDF
        </LinkButton>
        <Button small look="quiet" disabled={!isHydrated} onClick={() => window.print()}>
          Print
        </Button>
        <a href={fillPath(pages.bill, { number: note.bill })}>{`Receipt ${note.bill}`}</a>
        <a href={pages.billing}>All bills and receipts</a>
      </div>
    </AccountLayout>
  )
}
