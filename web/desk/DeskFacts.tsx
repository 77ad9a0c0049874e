import { Fragment, type ReactNode } from 'react'

/** Labeled facts. Undefined ones are not shown. */
export function DeskFacts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="desk-facts">
      {Object.entries(facts).map(([name, fact]) =>
        fact === undefined ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}
