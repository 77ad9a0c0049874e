import { type RefObject, useEffect, useRef } from 'react'

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
