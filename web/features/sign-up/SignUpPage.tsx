import type { PageProps } from '#contract/pages.ts'
import { linesOf, quantitiesOf } from '#contract/plan.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { NewWizard } from './NewWizard.tsx'

export function SignUpPage(props: PageProps<'sign-up'>) {
  const { query, values, provider, now } = props
  const lines = linesOf(quantitiesOf(query), values.prices)
  return (
    <NewWizard {...props} lines={lines}>
      {({ panel, content }) => (
        <Layout provider={provider} now={now} panel={panel} wide>
          {content}
        </Layout>
      )}
    </NewWizard>
  )
}
