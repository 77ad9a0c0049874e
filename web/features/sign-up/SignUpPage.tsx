import { useState } from 'react'
import type { PageProps } from '#contract/pages.ts'
import { linesOf, quantitiesOf } from '#contract/plan.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { NewWizard } from './NewWizard.tsx'
import { useSignUpContext } from './use-sign-up-context.ts'

export function SignUpPage(props: PageProps<'sign-up'>) {
  const { query, provider, now } = props
  const { values, error, confirm } = useSignUpContext(props.values)
  const [round, setRound] = useState(0)

  function startAnew() {
    setRound(round + 1)
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
      onStartAnew={startAnew}
    >
      {({ panel, content }) => (
        <Layout provider={provider} now={now} panel={panel} wide>
          {content}
        </Layout>
      )}
    </NewWizard>
  )
}
