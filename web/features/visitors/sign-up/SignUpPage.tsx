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
  /** What was cleared last, for who did not mean it. It goes with the page. */
  const [cleared, setCleared] = useState<Partial<CustomerValues>>()
  useLeaving(() => setCleared(undefined))

  function startAnew(typed: Partial<CustomerValues>) {
    setRound(round + 1)
    setCleared(typed)
    // The button that was pressed is gone: reading goes on from the top.
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
