import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps, ShownOperator } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { roleMissing } from '#contract/desk/desk-roles.ts'
import { type DisputeValues, decideDispute, disputeTags } from '#contract/desk/disputes.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { AccountLink, actorName, DeskFacts, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList } from '../DeskList.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { Offered } from '../Offered.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

export function DisputePage({ values: initial, operator }: DeskPageProps<'dispute'>) {
  const { values, outcome, done } = useOutcome(initial)
  return (
    <DeskLayout
      operator={operator}
      page="disputes"
      title={`Dispute ${values.id}`}
      lede={
        <>
          <Tag {...disputeTags[values.state]} /> {formatAmount(values.amountCents)}
        </>
      }
      actions={<Actions values={values} operator={operator} onDone={done} />}
      outcome={outcome}
    >
      <div className="desk-columns">
        <AboutDispute values={values} />
        <AboutAccount values={values} />
        <AboutCharge values={values} />
      </div>
      <Refunds values={values} />
    </DeskLayout>
  )
}

type ActionsProps = {
  values: DisputeValues
  operator: ShownOperator | null
  onDone: TakeAnswer<DisputeValues>
}

function Actions({ values, operator, onDone }: ActionsProps) {
  const { id, state, closedBy, ifWon, ifLost } = values
  const needsRole = roleMissing(operator, 'money')
  // The gateway's own decision is never overruled.
  const why = needsRole ?? (closedBy === 'gateway' ? 'The gateway has reported the outcome.' : null)
  const bodyOf = (decision: 'won' | 'lost') => (form: { reason: string }) => ({
    id,
    decision,
    reason: form.reason,
  })
  return (
    <>
      <Offered href={`${fillPath(deskPages.dispute.path, { id })}evidence.pdf`} why={needsRole} look="quiet">
        Download evidence (PDF)
      </Offered>
      {state !== 'won' && (
        <ReasonDialog
          call={decideDispute}
          bodyOf={bodyOf('won')}
          verb="Record as won"
          title={`Record dispute ${id} as won?`}
          why={why}
          onDone={onDone}
        >
          <p>{ifWon}</p>
          <Precedence />
        </ReasonDialog>
      )}
      {state !== 'lost' && (
        <ReasonDialog
          call={decideDispute}
          bodyOf={bodyOf('lost')}
          verb="Record as lost"
          title={`Record dispute ${id} as lost?`}
          why={why}
          onDone={onDone}
        >
          <p>{ifLost}</p>
          <Precedence />
        </ReasonDialog>
      )}
    </>
  )
}

function Precedence() {
  return (
    <p className="hint">
      Do this only if the gateway has not reported the outcome. What it reports later overrides this. Say
      below how you know, for example “Bank’s letter of November 3”.
    </p>
  )
}

function AboutDispute({ values }: { values: DisputeValues }) {
  const { gateway, reason, openedOn, replyBy, closedAt, closedBy, lostCents, state } = values
  return (
    <section className="desk-card" aria-labelledby="dispute">
      <h2 id="dispute">Dispute</h2>
      <DeskFacts
        facts={{
          'Opened on': formatDay(openedOn),
          'Evidence due': replyBy ? formatDay(replyBy) : 'No date given',
          'Bank’s reason': reason || 'None given',
          Gateway: gateway,
          Decided: closedAt ? `${formatUtcMoment(closedAt)}, ${actorName(closedBy ?? '')}` : 'Not yet',
          'Amount lost': state === 'opened' ? undefined : formatAmount(lostCents),
        }}
      />
    </section>
  )
}

function AboutAccount({ values }: { values: DisputeValues }) {
  const { pin, company, status, before, isClosedByThis, isFraud } = values
  return (
    <section className="desk-card" aria-labelledby="account">
      <h2 id="account">Account</h2>
      <DeskFacts
        facts={{
          Number: <AccountLink pin={pin} />,
          Company: company,
          Now: `${status}${isFraud ? ', marked for fraud' : ''}`,
          'Before the dispute': before ?? undefined,
          'Closed by': isClosedByThis
            ? 'This dispute'
            : isFraud
              ? 'Another dispute or an operator'
              : undefined,
        }}
      />
    </section>
  )
}

function AboutCharge({ values: { charge } }: { values: DisputeValues }) {
  return (
    <section className="desk-card" aria-labelledby="charge">
      <h2 id="charge">Charge</h2>
      {charge ? (
        <DeskFacts
          facts={{
            Amount: formatAmount(charge.amountCents),
            Refunded: formatAmount(charge.refundedCents),
            Card: charge.card,
            Charged: formatUtcMoment(charge.at),
            Bill: charge.bill ?? 'None',
            Reference: charge.reference,
          }}
        />
      ) : (
        <p className="desk-empty">The charge is not known.</p>
      )}
    </section>
  )
}

function Refunds({ values: { refunds } }: { values: DisputeValues }) {
  return (
    <DeskList
      caption="Refunds and credit of this bill"
      rows={refunds}
      keyOf={({ at, number }) => `${number} ${at}`}
      empty="Nothing of this bill was refunded or credited."
      columns={[
        { title: 'Credit note', isHead: true, cell: ({ number }) => number ?? 'Not done yet' },
        { title: 'State', cell: ({ state }) => state },
        { title: 'Method', cell: ({ way }) => way },
        { title: 'Amount', isAmount: true, cell: ({ amountCents }) => formatAmount(amountCents) },
        { title: 'When', cell: ({ at }) => formatUtcMoment(at) },
      ]}
    />
  )
}
