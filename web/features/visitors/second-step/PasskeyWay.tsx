import { useState } from 'react'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Instead of a code, or `isOnly` for someone who has none. What it needs is fetched when it is pressed. */
export function PasskeyWay({ isOnly = false }: { isOnly?: boolean }) {
  const { isBusy, run } = useBusy()
  const [error, setError] = useState('')
  const isHydrated = useHydrated()

  async function confirm() {
    setError('')
    const { confirmWithPasskey } = await import('./confirm-with-passkey.ts')
    const { result, text } = await confirmWithPasskey()
    setError(text)
    return result
  }

  return (
    <div className="second-step-passkey">
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <Button
        look={isOnly ? 'primary' : 'quiet'}
        busy={isBusy}
        disabled={!isHydrated}
        onClick={() => void run(confirm)}
      >
        Use a passkey
      </Button>
    </div>
  )
}
