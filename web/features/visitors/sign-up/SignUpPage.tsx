import { useState } from 'react'
import { linesOf, quantitiesOf } from '#contract/catalogue/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Layout } from '#web/ui/Layout.tsx'
import type { CustomerValues } from './customer-fields.ts'
import { NewWizard } from './NewWizard.tsx'
import { useSignUpContext } from './use-sign-up-context.ts'

export function SignUpPage(props: PageProps<'sign-up'>) {
  const { query, provider, now } = props
  const { values, error, confirm } = useSignUpContext(props.values)
  const [round, setRound] = useState(0)
  /** What was last cleared, for undo. Not stored. */
  const [cleared, setCleared] = useState<Partial<CustomerValues>>()
  useLeaving(() => setCleared(undefined))

  function startAnew(typed: Partial<CustomerValues>) {
    setRound(round + 1)
    setCleared(typed)
    // The pressed button was removed, so the focus moves to the heading.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())
  }

  return (
    <NewWizard
      key={round}
      {...props}
      values={values}
      lines={linesOf(quantitiesOf(query), values.prices)}
      contextError={error}
      onPriceDoubt={confirm}
      cleared={cleared}
      onStartAnew={startAnew}
      onUndone={() => setCleared(undefined)}
    >
      {({ content, ...parts }) => (
        <Layout provider={provider} now={now} {...parts} wide>
          {content}
        </Layout>
      )}
    </NewWizard>
  )
}
