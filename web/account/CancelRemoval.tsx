import { keepSecondFactor } from '#contract/features/second-factor.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Cancels the request to remove a second factor that is said to be lost. */
export function CancelRemoval({ onCanceled }: { onCanceled: () => void }) {
  const isHydrated = useHydrated()
  const { isBusy, error, start } = useCall()
  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster">
        <Button
          small
          look="quiet"
          busy={isBusy}
          disabled={!isHydrated}
          onClick={() => start(keepSecondFactor, {}, onCanceled)}
        >
          Cancel the request
        </Button>
      </div>
      <noscript>
        <p>To cancel it without JavaScript, use the link in our email.</p>
      </noscript>
    </>
  )
}
