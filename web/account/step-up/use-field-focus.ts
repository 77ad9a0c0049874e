import { type RefObject, useEffect } from 'react'

/** Focuses the field of a way once it is shown: the dialog opens first, and focuses its title. */
export function useFieldFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [form])
}
