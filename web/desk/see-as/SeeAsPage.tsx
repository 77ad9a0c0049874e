import { useState } from 'react'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { View } from '#contract/desk/see-as/calls.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { DeskLayout } from '#web/desk/DeskLayout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { BeginView } from './BeginView.tsx'
import { EndedView, type Ending } from './EndedView.tsx'
import { ViewFrame } from './ViewFrame.tsx'

/** The account pages as one of its people sees them, read-only. */
export function SeeAsPage({ values, operator }: DeskPageProps<'see-as'>) {
  const { account, people } = values
  const [view, setView] = useState<View | null>(values.view)
  const [ending, setEnding] = useState<Ending | null>(null)

  function begin(begun: View) {
    setEnding(null)
    setView(begun)
  }
  function end(how: Ending) {
    setView(null)
    setEnding(how)
  }

  return (
    <DeskLayout
      operator={operator}
      page="see-as"
      title={`See as: ${account.company}, ${account.number}`}
      actions={
        <LinkButton href={fillPath(deskPages.account.path, { number: account.number })} look="quiet" small>
          Back to the account
        </LinkButton>
      }
    >
      {view ? (
        <ViewFrame key={view.id} view={view} isNew={view !== values.view} onEnded={end} />
      ) : (
        <>
          {ending && <EndedView key={ending} how={ending} />}
          <BeginView account={account} people={people} onBegun={begin} />
        </>
      )}
    </DeskLayout>
  )
}
