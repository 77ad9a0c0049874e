import { useEffect } from 'react'
import { askStepUpBy } from '#web/api.ts'

/** The dialog is fetched with the first call that needs it. If that fails, the refusal of the call says what to do. */
export function useStepUp(): void {
  useEffect(() => {
    askStepUpBy(async (ways) => {
      try {
        const { askForStepUp } = await import('./step-up/ask-for-step-up.tsx')
        return await askForStepUp(ways)
      } catch {
        return false
      }
    })
  }, [])
}
