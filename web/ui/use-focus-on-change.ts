import { type RefObject, useEffect, useRef } from 'react'

/**
 * A ref to the heading that takes the focus when this value changes. The control that was pressed is gone then, and the focus would
 * go back to the start of the page.
 */
export function useFocusOnChange(value: unknown): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    heading.current?.focus()
  }, [value])
  return heading
}
