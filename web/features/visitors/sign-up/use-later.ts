import { type ComponentType, useCallback, useEffect, useState } from 'react'

/** A step that is fetched while the one before it is being filled in: the page begins with less. */
export function useLater<Props>(fetchStep: () => Promise<ComponentType<Props>>) {
  const [Step, setStep] = useState<ComponentType<Props>>()
  const [hasFailed, setFailed] = useState(false)

  /** False when it cannot be reached; asked again it is tried again. */
  const load = useCallback(async () => {
    try {
      const fetched = await fetchStep()
      setStep(() => fetched)
      return true
    } catch {
      setFailed(true)
      return false
    }
  }, [fetchStep])

  useEffect(() => void load(), [load])
  return { Step, hasFailed, load }
}
