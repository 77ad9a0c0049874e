import type { ReactNode } from 'react'

/** What is known, by name. What is undefined has no line. */
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

/** An email that needs two lines is cut at its middle, not in a word. */
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
