import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type LatePart<Props> = ((props: Props) => ReactNode) & { fetch(): Promise<void> }

/**
 * A component that most visitors never need: renders nothing, or what stands in for it, until it has been
 * fetched. On the server it is fetched once for everyone, so whether it is shown must depend only on the page's
 * values.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  StandIn?: ComponentType<Props>,
): LatePart<Props> {
  let Part: ComponentType<Props> | undefined
  const Shown = (props: Props) => {
    const Current = Part ?? StandIn
    return Current && <Current {...props} />
  }
  return Object.assign(Shown, {
    async fetch() {
      Part ??= await load()
    },
  })
}

/**
 * Fetches a late part on demand. If that fails, the part is not shown, and the script in the HTML tells the
 * person (server/platform/http/document.ts).
 */
export function useLatePart(part: { fetch(): Promise<void> }, isNeeded: boolean): void {
  const [, redraw] = useState(false)
  useEffect(() => {
    if (isNeeded) void part.fetch().finally(() => redraw(true))
  }, [part, isNeeded])
}
