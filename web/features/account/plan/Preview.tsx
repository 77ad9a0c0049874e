import { useRef, useState } from 'react'
import { dayInWords } from '#contract/calendar/billing-dates.ts'
import { givenOf } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import type { ChangePreview } from '#contract/catalogue/plan-change.ts'
import { changePlan } from '#contract/features/plan/calls.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'
import { GeneralErrors } from '#web/form/GeneralErrors.tsx'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useAwake } from '#web/ui/use-hydrated.ts'
import { isChange, PreviewLines } from './PreviewLines.tsx'

type PreviewProps = {
  preview: ChangePreview
  wanted: Quantities
  values: PageProps<'plan'>['values']
  month: { from: string; to: string }
}

/** What is charged now, to the day, and what from the next month on: before anything is confirmed. */
export function Preview({ preview, wanted, values, month }: PreviewProps) {
  const { creditLines, nowCents, hasLess } = preview
  const { card, change } = values.money
  const changes = isChange(preview, change)
  const givenUp = values.plan.lines.filter((line) => givenOf(line) > wanted[line.key])
  const { isBusy, isConfirming, refusals, confirm } = useChange(preview, wanted)
  const isAwake = useAwake()
  return (
    <section className="due" aria-labelledby="preview" aria-live="polite">
      <h2 id="preview">{changes ? 'What this means' : 'Your plan'}</h2>
      <PreviewLines preview={preview} month={month} />
      {creditLines.map(({ key, label }) => (
        <p className="hint" key={key}>
          {`${label} ends today. What is left of its month is counted against what you add.`}
        </p>
      ))}
      {givenUp.map(({ key, label, given = 0 }) => (
        <p className="hint" key={key}>
          {`${label}: ${given - wanted[key] === 1 ? 'one' : given - wanted[key]} that you have free of charge goes. To have it again costs its price.`}
        </p>
      ))}
      {hasLess && (
        <p className="hint">
          {`Until ${dayInWords(month.to)} you keep what is paid; the rest of your change takes effect then. Nothing is refunded.`}
        </p>
      )}
      {nowCents > 0 && card && (
        <p className="hint">{`Charged to your ${card.brand} card ending in ${card.lastFour}.`}</p>
      )}
      <GeneralErrors messages={refusals} />
      {isConfirming && (
        <Banner tone="info">
          <p>Your payment is being confirmed with the bank. Nothing is charged twice.</p>
        </Banner>
      )}
      <Button busy={isBusy} disabled={!isAwake || !changes} onClick={confirm}>
        {nowCents > 0 ? `Pay ${formatAmount(nowCents)} and change` : 'Change my plan'}
      </Button>
    </section>
  )
}

const ASK_AGAIN_MS = 2_500

function useChange(preview: ChangePreview, wanted: Quantities) {
  const { isBusy, run } = useBusy()
  const [isConfirming, setConfirming] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  const key = useRef('')

  async function change() {
    setRefusals([])
    key.current ||= crypto.randomUUID()
    const counts = Object.fromEntries(itemKeys.map((item) => [items[item].field, wanted[item]]))
    const body = {
      ...counts,
      now_cents: preview.nowCents,
      next_cents: preview.nextCents,
      idempotency_key: key.current,
    }
    for (;;) {
      const outcome = await send(changePlan, body)
      if (outcome.kind === 'answered' && outcome.answer.data.status === 'changed') {
        location.assign(`${pages.plan}?changed=1`)
        return 'leaving' as const
      }
      if (outcome.kind !== 'answered') {
        setConfirming(false)
        // A definite refusal ends this order; after a lost answer the same one is asked about.
        if (outcome.kind === 'refused') key.current = ''
        setRefusals(wordsOf(outcome))
        return undefined
      }
      setConfirming(true)
      await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
    }
  }

  return { isBusy, isConfirming, refusals, confirm: () => void run(change) }
}

function wordsOf(outcome: { kind: string; errors?: unknown; message?: string }): string[] {
  if (typeof outcome.errors === 'object' && outcome.errors)
    return Object.values(outcome.errors).flat().map(String)
  return [String(outcome.errors ?? outcome.message ?? '')]
}
