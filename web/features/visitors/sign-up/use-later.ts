import { type ComponentType, useCallback, useEffect, useState } from 'react'

/** A step that is fetched when the one before is partly filled in, so that the initial script is smaller. */
export function useLater<Props>(fetchStep: () => Promise<ComponentType<Props>>) {
  const [Step, setStep] = useState<ComponentType<Props>>()
  const [hasFailed, setFailed] = useState(false)

  /** False if the script cannot be loaded; the next call tries again. */
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

  useEffect(() => {
    function look({ target }: Event) {
      if (!isHalfFilled(target)) return
      document.removeEventListener('input', look)
      void load()
    }
    document.addEventListener('input', look)
    return () => document.removeEventListener('input', look)
  }, [load])

  return { Step, hasFailed, load }
}

const TYPED = 'input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea'

/** Early enough for a slow network, late enough to skip visitors who only look. */
function isHalfFilled(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest('form') : null
  const fields = [...(form?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])]
  return fields.length > 0 && fields.filter(({ value }) => value !== '').length * 2 >= fields.length
}
