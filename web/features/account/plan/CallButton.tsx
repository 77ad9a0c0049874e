import { type ReactNode, useState } from 'react'
import { endHold } from '#contract/features/cancel/calls.ts'
import { keepPlan } from '#contract/features/plan/calls.ts'
import { send } from '#web/api.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useAwake } from '#web/ui/use-hydrated.ts'

const calls = { keepPlan, endHold }

/** Does one thing, and then the page tells how things stand. */
export function CallButton({ call, children }: { call: keyof typeof calls; children: ReactNode }) {
  const { isBusy, run } = useBusy()
  const isAwake = useAwake()
  const [refusal, setRefusal] = useState('')

  async function go() {
    setRefusal('')
    const outcome = await send(calls[call], {})
    if (outcome.kind === 'answered') {
      location.reload()
      return 'leaving' as const
    }
    if (outcome.kind === 'refused') setRefusal(String(outcome.errors))
    if (outcome.kind === 'failed') setRefusal(outcome.message)
    return undefined
  }

  return (
    <>
      {refusal && <Banner tone="bad">{refusal}</Banner>}
      <Button look="quiet" busy={isBusy} disabled={!isAwake} onClick={() => void run(go)}>
        {children}
      </Button>
    </>
  )
}
