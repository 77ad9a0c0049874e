import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import {
  blockUntil,
  type HeldRow,
  type HeldValues,
  refuseSignUp,
  releaseSignUp,
} from '#contract/desk/held-sign-ups.ts'
import { configOf } from '#web/form/field-config.ts'
import { TextField } from '#web/form/TextField.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskCards } from '../DeskList.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { may } from '../Offered.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

export function HeldSignUpsPage({ values: initial, operator }: DeskPageProps<'held-sign-ups'>) {
  const { values, outcome, done } = useOutcome(initial)
  const canDecide = may(operator, 'money')
  return (
    <DeskLayout
      operator={operator}
      page="held-sign-ups"
      title="Held sign-ups"
      changesNeed="money"
      lede="The rules found something unusual, so a person decides. What nobody decides within a day is closed without a charge."
      outcome={outcome}
    >
      <DeskCards
        rows={values.rows}
        headingOf={({ order, company, email }) => ({
          id: `held-${order}`,
          title: `Sign-up ${order}: ${company || email}`,
        })}
        card={(row) => <Held row={row} canDecide={canDecide} onDone={done} />}
        empty="No sign-up is waiting for a decision."
        isCut={values.isCut}
      />
    </DeskLayout>
  )
}

function Held({
  row,
  canDecide,
  onDone,
}: {
  row: HeldRow
  canDecide: boolean
  onDone: TakeAnswer<HeldValues>
}) {
  const { why, until, ageMinutes, email, company, amountCents, ip, device, card } = row
  return (
    <>
      <DeskFacts
        facts={{
          'The rules found': <b>{why}</b>,
          Expires: formatUtcMoment(until),
          'Held for': formatAge(ageMinutes),
          Email: email,
          Company: company || undefined,
          Amount: formatAmount(amountCents),
          Card: card,
          'Billing country': row.billingCountry ? `${row.billingCountry}, as entered` : undefined,
          'Customer state': row.customerState || undefined,
          'IP address': ip,
          Device: device || undefined,
        }}
      />
      {canDecide && (
        <div className="desk-toolbar">
          <Release row={row} onDone={onDone} />
          <Refuse row={row} onDone={onDone} />
        </div>
      )}
    </>
  )
}

function Release({
  row: { order, amountCents, card, email },
  onDone,
}: {
  row: HeldRow
  onDone: TakeAnswer<HeldValues>
}) {
  return (
    <ReasonDialog
      call={releaseSignUp}
      bodyOf={({ reason }) => ({ order_id: order, reason })}
      verb="Release and charge"
      label={`Release and charge sign-up ${order}`}
      look="primary"
      title={`Release sign-up ${order}?`}
      onDone={onDone}
    >
      <p>{`${formatAmount(amountCents)} is charged to ${card} now. ${email} gets an email with what became of it.`}</p>
    </ReasonDialog>
  )
}

function Refuse({ row: { order, email }, onDone }: { row: HeldRow; onDone: TakeAnswer<HeldValues> }) {
  return (
    <ReasonDialog
      call={refuseSignUp}
      bodyOf={({ reason, block_until }) => ({ order_id: order, reason, block_until })}
      fields={{ block_until: configOf(blockUntil) }}
      ask={(form) => (
        <TextField
          field={form.field('block_until')}
          type="date"
          hint="From the start of that day (UTC), payments from them are accepted again."
        />
      )}
      verb="Refuse"
      label={`Refuse sign-up ${order}`}
      title={`Refuse sign-up ${order}?`}
      onDone={onDone}
    >
      <p>{`Nothing is charged. ${email} gets an email that does not say why.`}</p>
    </ReasonDialog>
  )
}

function formatAge(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours === 1 ? '1 hour' : `${hours} hours`
}
