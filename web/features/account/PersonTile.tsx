import type { AccountValues } from '#contract/pages.ts'

export function PersonTile({ values }: { values: AccountValues }) {
  const facts = {
    Company: values.company,
    'Account Number': values.pin,
    'Signed in as': values.fullName,
    Email: values.email,
    Role: values.role === 'owner' ? 'Owner' : 'User',
  }
  return (
    <section className="tile" aria-labelledby="person">
      <h2 id="person">Who and where</h2>
      <dl className="facts">
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
