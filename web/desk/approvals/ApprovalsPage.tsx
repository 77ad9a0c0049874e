import { useEffect, useRef, useState } from 'react'
import { type ApprovalState, approvalStates } from '#contract/billing/approvals.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import {
  type ApprovalRow,
  type ApprovalsValues,
  agreeToApproval,
  decisionWords,
  declineApproval,
  withdrawApproval,
} from '#contract/desk/approvals.ts'
import type { Tone } from '#contract/desk/desk-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AccountLink, DeskFacts, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList } from '../DeskList.tsx'
import type { DeskColumn } from '../DeskTable.tsx'
import { MoneyPreviewCard } from '../MoneyPreviewCard.tsx'

const { path } = deskPages.approvals

export function ApprovalsPage({ values, operator, query }: DeskPageProps<'approvals'>) {
  const { after, isFirst, before, chosen } = values
  const [state, setState] = useState(chosen?.state)
  const { waiting, closed } = withDecision(
    values,
    state,
    operator ? `${operator.name} (${operator.email})` : '',
  )
  return (
    <DeskLayout
      operator={operator}
      page="approvals"
      title="Approvals"
      lede="What operators give above the limit needs a second operator."
    >
      {chosen && state && <RequestCard key={chosen.id} request={chosen} state={state} onDecided={setState} />}
      <DeskList
        heading={{ id: 'waiting', title: 'Waiting' }}
        caption="Waiting requests"
        rows={waiting}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No request is waiting for a second operator."
        parts={{
          label: 'Pages of waiting requests',
          first: isFirst ? null : path,
          next: after && `${path}?after=${after}`,
        }}
      />
      <DeskList
        heading={{ id: 'closed', title: 'Closed' }}
        caption="Closed requests"
        rows={closed}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No request has been closed yet."
        parts={{
          label: 'Pages of closed requests',
          byTime: true,
          first: query.before ? path : null,
          next: before === null ? null : `${path}?before=${before}`,
        }}
      />
    </DeskLayout>
  )
}

/** The lists with the decisions made on this page. */
function withDecision(
  { waiting, closed, chosen }: ApprovalsValues,
  state: ApprovalState | undefined,
  decidedBy: string,
): Pick<ApprovalsValues, 'waiting' | 'closed'> {
  const decided = waiting.find(({ id }) => id === chosen?.id)
  if (!decided || state === undefined || state === decided.state) return { waiting, closed }
  return {
    waiting: waiting.filter((row) => row !== decided),
    closed: [{ ...decided, state, decidedBy }, ...closed],
  }
}

type Request = NonNullable<ApprovalsValues['chosen']>

type RequestCardProps = {
  request: Request
  /** In its current state: it may have been decided on this page. */
  state: ApprovalState
  onDecided: (state: ApprovalState) => void
}

/** A request with its preview, and the decision about it. */
function RequestCard({ request, state, onDecided }: RequestCardProps) {
  const card = useRef<HTMLElement>(null)
  const isDecided = state !== request.state
  useEffect(() => {
    if (isDecided) card.current?.focus()
  }, [isDecided])
  const { id, says, preview, changed, may } = request
  return (
    <section className="desk-card" ref={card} tabIndex={-1} aria-labelledby="request">
      <h2 id="request">{says}</h2>
      {isDecided && (
        <Banner tone={state === 'failed' ? 'bad' : 'ok'}>
          <b>{approvalStates[state]}.</b>
        </Banner>
      )}
      <RequestFacts request={{ ...request, state, ...(isDecided && { expires: '' }) }} />
      <MoneyPreviewCard preview={preview} />
      {!isDecided && changed.length > 0 && (
        <Banner tone="warn">
          <p>
            <b>Something has changed since this was asked, so it can no longer be agreed to.</b>
          </p>
          <ul>
            {changed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      {!isDecided && may && (
        <DecisionForm id={id} may={may} canAgree={changed.length === 0} onDecided={onDecided} />
      )}
    </section>
  )
}

function RequestFacts({ request }: { request: Request }) {
  const {
    account,
    askedBy,
    asked: requested,
    words,
    state,
    expires,
    decidedBy,
    decided,
    decidedWords,
    noteNumber,
  } = request
  return (
    <DeskFacts
      facts={{
        Account:
          account.number === '' ? (
            account.company
          ) : (
            <AccountLink pin={account.number} company={account.company} />
          ),
        'Asked by': `${askedBy}, ${formatUtcMoment(requested)}`,
        Why: words,
        State: approvalStates[state],
        [state === 'expired' ? 'Expired' : 'Expires']: expires === '' ? undefined : formatUtcMoment(expires),
        'Decided by':
          decidedBy === '' ? undefined : `${decidedBy}, ${formatUtcMoment(decided)}: ${decidedWords}`,
        'Credit note': noteNumber ?? undefined,
      }}
    />
  )
}

type DecisionFormProps = {
  id: number
  may: 'decide' | 'withdraw'
  canAgree: boolean
  onDecided: (state: ApprovalState) => void
}

const calls = { agree: agreeToApproval, decline: declineApproval, withdraw: withdrawApproval }

/** After a lost answer, pressing again has the same outcome. */
function DecisionForm({ id, may, canAgree, onDecided }: DecisionFormProps) {
  const [fields] = useState(() => ({ words: configOf(decisionWords) }))
  const form = useForm({ fields, needsScript: true })

  async function decide(how: keyof typeof calls, words: string): Promise<void> {
    const outcome = await send(calls[how], { approval_id: id, words })
    if (outcome.kind === 'answered') onDecided(outcome.answer.data.state)
    else if (outcome.kind === 'failed') form.serverErrors(outcome.message)
    else if (outcome.kind === 'refused') {
      const { changed } = outcome.body
      const more = Array.isArray(changed) ? ` ${changed.join(' ')}` : ''
      form.serverErrors(typeof outcome.errors === 'string' ? `${outcome.errors}${more}` : outcome.errors)
    }
  }

  function decline() {
    const values = form.submitted()
    if (values) void form.run(() => decide('decline', values.words))
  }

  const first = may === 'withdraw' ? 'withdraw' : 'agree'
  return (
    <Form form={form} onSubmit={({ words }) => decide(first, words)} generalErrors="below">
      <TextAreaField
        field={form.field('words')}
        rows={3}
        hint="For your colleagues. The customer does not see it."
      />
      <div className="desk-toolbar">
        {may === 'withdraw' && <SubmitButton form={form}>Withdraw the request</SubmitButton>}
        {may === 'decide' && canAgree && <SubmitButton form={form}>Agree and do it</SubmitButton>}
        {may === 'decide' && (
          <Button look="ghost" busy={form.isBusy} disabled={!form.isHydrated} onClick={decline}>
            Decline
          </Button>
        )}
      </div>
    </Form>
  )
}

const columns: DeskColumn<ApprovalRow>[] = [
  { title: 'What', isHead: true, cell: ({ id, says }) => <a href={`${path}?request=${id}`}>{says}</a> },
  {
    title: 'Account',
    cell: ({ account }) =>
      account.number === '' ? (
        account.company
      ) : (
        <AccountLink pin={account.number} company={account.company} />
      ),
  },
  { title: 'Value', isAmount: true, cell: ({ valueCents }) => formatAmount(valueCents) },
  { title: 'Asked', cell: ({ askedBy, asked: requested }) => `${askedBy}, ${formatUtcMoment(requested)}` },
  {
    title: 'State',
    cell: ({ state, decidedBy }) => (
      <>
        <Tag text={approvalStates[state]} tone={tones[state] ?? null} /> {decidedBy}
      </>
    ),
  },
]

const tones: Partial<Record<ApprovalRow['state'], Tone>> = { asked: 'warn', done: 'good', failed: 'bad' }
