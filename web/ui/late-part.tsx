import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type LatePart<Props> = ((props: Props) => ReactNode) & { fetch(): Promise<void> }

/**
 * A part that most visitors never need: nothing until somebody has fetched it, then itself. In the server one
 * visitor's part is there for the next one too: whether it is shown must follow from the values of the page.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let Part: ComponentType<Props> | undefined
  return Object.assign((props: Props) => Part && <Part {...props} />, {
    async fetch() {
      Part ??= await load()
    },
  })
}

/** Fetches a part from the moment that it is needed. One that does not arrive is not shown. */
export function useLatePart(part: { fetch(): Promise<void> }, isNeeded: boolean): void {
  const [, redraw] = useState(false)
  useEffect(() => {
    if (isNeeded)
      part.fetch().then(
        () => redraw(true),
        () => {},
      )
  }, [part, isNeeded])
}
