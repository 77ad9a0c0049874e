import type { ReactNode } from 'react'

/** A short list on the dark panel, with check marks or numbers. */
export function Points({
  points,
  isNumbered = false,
}: {
  points: readonly ReactNode[]
  isNumbered?: boolean
}) {
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <List className="site-points">
      {points.map((point, index) => (
        // The list is static, so its order never changes.
        <li key={String(index)}>{point}</li>
      ))}
    </List>
  )
}
