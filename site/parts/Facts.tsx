export type Fact = { figure: string; meaning: string }

/** Large figures on the dark panel, each with an explanation. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="site-figures">
      {facts.map(({ figure, meaning }) => (
        <div key={meaning}>
          <dt>{meaning}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
