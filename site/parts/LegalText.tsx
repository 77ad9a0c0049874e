export type Clause = { heading: string; text: string }

export function LegalText({ clauses }: { clauses: readonly Clause[] }) {
  return (
    <div className="site-prose">
      {clauses.map(({ heading, text }, place) => (
        <section className="site-clause" key={heading}>
          <h2>{`${place + 1}. ${heading}`}</h2>
          <p>{text}</p>
        </section>
      ))}
    </div>
  )
}
