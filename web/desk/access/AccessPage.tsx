import { sayCounted } from '#contract/billing/approvals.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { type AccessValues, endAccess, giveAccess, markFraud, undoFraud } from '#contract/desk/access.ts'
import type { DeskPageProps, ShownOperator } from '#contract/desk/desk-page-values.ts'
import { AccountLink, DeskFacts } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { may, NeedsRole } from '../Offered.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

type PartProps = { values: AccessValues; onDone: TakeAnswer<AccessValues> }

export function AccessPage({ values: initial, operator }: DeskPageProps<'access'>) {
  const { values, outcome, done } = useOutcome(initial)
  return (
    <DeskLayout
      operator={operator}
      page="access"
      title={`Access: account ${values.pin}`}
      lede={
        <>
          <AccountLink pin={values.pin} company={values.company} /> is {values.status}.
        </>
      }
      outcome={outcome}
    >
      <div className="desk-columns">
        <FreeAccess values={values} onDone={done} operator={operator} />
        <Fraud values={values} onDone={done} />
      </div>
    </DeskLayout>
  )
}

function FreeAccess({ values, onDone, operator }: PartProps & { operator: ShownOperator | null }) {
  const canChange = may(operator, 'administer')
  const { pin, isFree, counted, againstGiving, againstEnding } = values
  const bodyOf = ({ reason }: { reason: string }) => ({ number: pin, reason })
  return (
    <section className="desk-card" aria-labelledby="free">
      <h2 id="free">Free access</h2>
      <p>{isFree ? 'All or a part of the plan is free of charge.' : 'The plan is paid for.'}</p>
      {!isFree && againstGiving && <p className="desk-empty">{againstGiving}</p>}
      {isFree && againstEnding && <p className="desk-empty">{againstEnding}</p>}
      <NeedsRole operator={operator} permission="administer" />
      <div className="desk-toolbar">
        {canChange && againstGiving === null && (
          <ReasonDialog
            call={giveAccess}
            bodyOf={bodyOf}
            verb="Give free access"
            title={`Make the plan of ${pin} free of charge?`}
            onDone={onDone}
          >
            <p>
              The plan stays the same, and each month has a bill for $0.00. A planned change or cancellation
              is withdrawn.
            </p>
            <p>It has no end, so twelve months of the plan count. {sayCounted(counted)}</p>
          </ReasonDialog>
        )}
        {canChange && againstEnding === null && (
          <ReasonDialog
            call={endAccess}
            bodyOf={bodyOf}
            verb="End free access"
            title={`End the free access of ${pin}?`}
            onDone={onDone}
          >
            <p>From its next month on, the plan is charged to the card on file, at current prices.</p>
          </ReasonDialog>
        )}
      </div>
    </section>
  )
}

function Fraud({ values: { pin, fraud }, onDone }: PartProps) {
  const bodyOf = ({ reason }: { reason: string }) => ({ number: pin, reason })
  return (
    <section className="desk-card" aria-labelledby="fraud">
      <h2 id="fraud">Fraud</h2>
      {fraud ? (
        <DeskFacts
          facts={{
            Marked: formatUtcMoment(fraud.since),
            By: fraud.isByDispute ? 'A dispute. Winning it lifts the mark.' : 'An operator',
            Reason: fraud.reason || 'None given',
          }}
        />
      ) : (
        <p>The account is not marked for fraud.</p>
      )}
      <div className="desk-toolbar">
        {(!fraud || fraud.isByDispute) && (
          <ReasonDialog
            call={markFraud}
            bodyOf={bodyOf}
            verb="Close for fraud"
            title={`Close ${pin} for fraud?`}
            onDone={onDone}
          >
            <p>
              The account is canceled at once, everyone is signed out, and nothing more is charged. Its card
              cannot be used for a new sign-up without a decision at this desk.
            </p>
          </ReasonDialog>
        )}
        {fraud && (
          <ReasonDialog
            call={undoFraud}
            bodyOf={bodyOf}
            verb="Remove the mark"
            title={`Remove the fraud mark of ${pin}?`}
            onDone={onDone}
          >
            <p>
              A month that is already paid continues. Without one, the owner has to reactivate the account.
            </p>
          </ReasonDialog>
        )}
      </div>
    </section>
  )
}
