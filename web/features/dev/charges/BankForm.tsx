import { bankWords, type SandboxCard } from '#contract/features/charges.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Plays a bank that changes a card on file: the gateway's report comes as in operation. */
export function BankForm({ cards, query }: { cards: readonly SandboxCard[]; query: Query }) {
  return (
    <section className="tile charges-bank" aria-labelledby="bank">
      <h2 id="bank">What a bank says about a card</h2>
      {query.report === 'sent' && (
        <Banner tone="ok">
          The gateway has sent its report. Within seconds the card’s account shows it.
        </Banner>
      )}
      {query.report === 'gone' && (
        <Banner tone="bad">This card is not on file any more. Choose another one.</Banner>
      )}
      {cards.length === 0 ? (
        <p className="hint">No card is on file yet.</p>
      ) : (
        <form className="form" method="post" action={pages.charges} encType="multipart/form-data">
          <div className="field">
            <label htmlFor="card">Card on file</label>
            <select id="card" name="card" className="input" defaultValue={query.card}>
              {cards.map((card) => (
                <option key={card.id} value={card.id}>
                  {sayCard(card)}
                </option>
              ))}
            </select>
          </div>
          <div className="cluster">
            {Object.entries(bankWords).map(([change, words]) => (
              <Button key={change} type="submit" small look="quiet" name="change" value={change}>
                {words}
              </Button>
            ))}
          </div>
        </form>
      )}
    </section>
  )
}

/** On a phone only the beginning of the chosen one is visible. */
function sayCard({ company, pin, brand, lastFour, expires, isBackup }: SandboxCard): string {
  return `${pin}, ${isBackup ? 'backup ' : ''}${brand} ${lastFour}, ${expires}: ${company}`
}
