import type { ReactNode } from 'react'

/** A short list on the dark side, ticked or numbered. */
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
      {points.map((point, place) => (
        // The list is written by hand and never changes its order.
        <li key={String(place)}>{point}</li>
      ))}
    </List>
  )
}
