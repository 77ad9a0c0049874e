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

/**
 * A ref to the heading of a view that replaces what the person just used: `isNews` makes it take the focus, which
 * would be lost with the button that was pressed.
 */
export function useFocusOnNews(isNews: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return heading
}
