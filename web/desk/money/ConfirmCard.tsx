import { useEffect, useRef } from 'react'
import { sayCounted } from '#contract/billing/counted-money.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MoneyPreviewCard } from '../MoneyPreviewCard.tsx'
import type { MoneyStep, useMoney } from './use-money.ts'

type ConfirmCardProps = { step: Extract<MoneyStep, { kind: 'shown' }>; money: ReturnType<typeof useMoney> }

/** What follows, and the button that does it. */
export function ConfirmCard({ step: { shown, changed }, money }: ConfirmCardProps) {
  const { preview, needs_second: needsSecond } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each preview that is shown gets the focus
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'start' })
  }, [preview])
  return (
    <section className="desk-card money-confirm" aria-labelledby="follows">
      <h2 id="follows" ref={heading} tabIndex={-1}>
        {preview.says}
      </h2>
      {changed.length > 0 && (
        <Banner tone="warn">
          <p>
            <b>Some details changed after this preview. Nothing was done.</b>
          </p>
          <ul>
            {changed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      <MoneyPreviewCard preview={preview} />
      <p className="hint">{sayCounted(shown.counted)}</p>
      {money.error !== '' && <Banner tone="bad">{money.error}</Banner>}
      <div>
        <Button busy={money.isBusy} onClick={money.confirm}>
          {needsSecond ? 'Ask a second operator' : preview.says}
        </Button>
      </div>
    </section>
  )
}
