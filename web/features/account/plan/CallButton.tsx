import type { ReactNode } from 'react'
import { endHold } from '#contract/features/cancel.ts'
import { keepPlan } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const calls = { keepPlan, endHold }

/** Makes one call, then reloads the page, which says what was done. */
export function CallButton({ call, children }: { call: keyof typeof calls; children: ReactNode }) {
  const { isBusy, error, start } = useCall()
  const isHydrated = useHydrated()
  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <Button
        look="quiet"
        busy={isBusy}
        disabled={!isHydrated}
        onClick={() => start(calls[call], {}, reload)}
      >
        {children}
      </Button>
    </>
  )
}

function reload() {
  location.replace(`${pages.plan}?changed=1`)
  return 'leaving' as const
}
