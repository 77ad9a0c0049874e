import { type MouseEvent, useState } from 'react'
import { formatPrice } from '#contract/catalogue/money.ts'
import { asksForTooMany, MOST_LICENCES, type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { planBuilderUrl } from '#contract/provider/plan-builder-url.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { Query } from '#contract/wire/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PlanLines } from '#web/ui/PlanLines.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { addressWhenPaid } from './payment.ts'

type ProgressProps = {
  provider: Provider
  query: Query
  /** Empty while the plan is unknown. */
  lines: readonly PlanLine[]
  step: number
  steps: number
}

/** The specification uses both spellings; each screen uses the one of its messages. */
type PanelProps = ProgressProps & { licences?: 'licences' | 'licenses' }

/** The progress and the plan. Where it does not fit next to the form, PlanBar shows both above it. */
export function ProgressPanel({ provider, query, lines, step, steps, licences = 'licences' }: PanelProps) {
  return (
    <>
      <div className="steps">
        <span>{`Step ${step} of ${steps}`}</span>
        {Array.from({ length: steps }, (_, index) => index + 1).map((number) => (
          <i key={number} className={number <= step ? 'on' : ''} />
        ))}
      </div>
      <h2>Join 25,000+ sales professionals</h2>
      {lines.length > 0 && (
        <div className="plan">
          <h3>Your Custom Plan</h3>
          <PlanLines lines={lines} />
          {asksForTooMany(query) && <p className="hint">{messages.cutToMost(MOST_LICENCES)}</p>}
          <LinkButton href={editUrl(provider, query)} look="ghost">
            Edit Plan
          </LinkButton>
        </div>
      )}
      <p className="hint">
        Billed monthly, in advance, and not refundable. Cancel before the next billing date and keep your
        service to the end of the paid month.
      </p>
      <p className="hint">
        {`Each agent needs agent access. Dialing ${licences} can be shared between agents who do not dial at the same time. Users, ${licences} and data can be added at any time after signing up.`}
      </p>
    </>
  )
}

/** Back to the plan builder, with the current plan preselected. */
function editUrl(provider: Provider, query: Query): string {
  const url = planBuilderUrl(provider, query['back-url'])
  const [page = '', anchor = ''] = url.split('#')
  const { 'back-url': _, 'plan-name': __, ...plan } = query
  const request = new URLSearchParams(plan).toString()
  return request === '' ? url : `${page}?${request}#${anchor}`
}

/** Where the panel does not fit next to the form: step and price above it, with the plan expandable. */
export function PlanBar({ provider, query, lines, step, steps }: ProgressProps) {
  const progress = `Step ${step} of ${steps}`
  if (lines.length === 0) {
    return (
      <section className="plan-bar top" aria-label="Your progress">
        <p>{progress}</p>
      </section>
    )
  }
  return (
    <section className="plan-bar top" aria-label="Your plan">
      <details>
        <summary>
          <span>{progress}</span>
          <span className="end">
            Your plan <b>{`${formatPrice(totalOf(lines))} / mo`}</b>
          </span>
        </summary>
        <div className="opened">
          <h2>Your Custom Plan</h2>
          <PlanLines lines={lines} />
          {asksForTooMany(query) && <p>{messages.cutToMost(MOST_LICENCES)}</p>}
          <LinkButton href={editUrl(provider, query)} look="ghost">
            Edit Plan
          </LinkButton>
        </div>
      </details>
    </section>
  )
}

export function LeaveDialog({ question }: { question: ReturnType<typeof useLeaveQuestion> }) {
  return (
    <Dialog
      title="Warning"
      open={question.isAsking}
      onClose={question.stay}
      size="question"
      footer={
        <>
          <Button look="quiet" onClick={question.stay}>
            Cancel
          </Button>
          <Button onClick={question.leave}>Proceed</Button>
        </>
      }
    >
      <p>You are about to leave this sign-up.</p>
      <p className="hint">
        We save what you entered, except passwords and card details, so you can continue later.
      </p>
    </Dialog>
  )
}

/** Asks before following a link out of the wizard, if typed values would be lost. */
export function useLeaveQuestion(isTyped: boolean) {
  const [url, setUrl] = useState('')
  return {
    isAsking: url !== '',
    ask(event: MouseEvent<HTMLAnchorElement>) {
      if (!isTyped || opensElsewhere(event)) return
      event.preventDefault()
      setUrl(event.currentTarget.href)
    },
    stay: () => setUrl(''),
    leave() {
      setUrl('')
      location.assign(url)
    },
  }
}

/** A new tab or window does not leave this page. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

const WORDS =
  'Thank you. Your payment went through, and there is nothing more to pay. Your account is being set up. This can take 5-10 minutes. We will email you as soon as you can sign in.'

/** Replaces the wizard after payment: confirms it, and says what happens next. */
export function PaidView() {
  return (
    <SuccessView
      title="You have paid"
      text={WORDS}
      isNews
      next={{ href: addressWhenPaid(), label: 'Go to Login' }}
    />
  )
}
