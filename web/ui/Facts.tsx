import type { ReactNode } from 'react'

/** A list of labeled facts. Undefined ones are not shown. */
export function Facts({ facts, across }: { facts: Record<string, ReactNode>; across?: boolean }) {
  return (
    <dl className={across ? 'facts across' : 'facts'}>
      {Object.entries(facts).map(([name, fact]) =>
        fact === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof fact === 'string' ? breaksBeforeAt(fact) : fact}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** An email that needs two lines breaks at its @, not within a word. */
function breaksBeforeAt(text: string): ReactNode {
  const at = text.lastIndexOf('@')
  if (at <= 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
