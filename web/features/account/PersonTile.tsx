import type { AccountValues, PersonValues } from '#contract/pages.ts'
import { Facts } from '#web/ui/Facts.tsx'

export function PersonTile({ values }: { values: AccountValues & PersonValues }) {
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
      <Facts facts={facts} />
    </section>
  )
}
