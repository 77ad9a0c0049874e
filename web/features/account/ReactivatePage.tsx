import type { PageProps } from '#contract/pages.ts'
import { AccountLayout } from './AccountLayout.tsx'
import { stateInWords } from './account-words.ts'
import { PlanTile } from './PlanTile.tsx'
import { SupportCall } from './SupportCall.tsx'

export function ReactivatePage(props: PageProps<'reactivate'>) {
  const { values, provider } = props
  const isOnItsWay = values.statusId === 'waiting for reactivation'
  return (
    <AccountLayout
      {...props}
      title={`Welcome back, ${values.firstName}`}
      lede={stateInWords(values.statusId)}
    >
      <div className="tiles">
        <section className="tile" aria-labelledby="back">
          <h2 id="back">{isOnItsWay ? 'On its way back' : 'Bring it back'}</h2>
          <p>
            {isOnItsWay
              ? `Our support team can tell you by phone what the payment for ${values.company} is waiting for.`
              : `Our support team reactivates ${values.company} by phone, with the plan that you had or another one.`}{' '}
            Your account number is {values.pin}.
          </p>
          <SupportCall provider={provider} />
        </section>
        <PlanTile title="What was in it" lines={values.lines} totalCents={values.totalCents} />
      </div>
    </AccountLayout>
  )
}
