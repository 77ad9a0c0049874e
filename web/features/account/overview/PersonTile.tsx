import type { AccountValues, PersonValues } from '#contract/accounts/account-values.ts'
import { roles } from '#contract/accounts/role-labels.ts'
import { pages } from '#contract/pages.ts'
import { Facts } from '#web/ui/Facts.tsx'

export function PersonTile({ values }: { values: AccountValues & PersonValues }) {
  const facts = {
    Company: values.company,
    'Account Number': values.pin,
    'Signed in as': values.fullName,
    Email: values.email,
    Role: roles[values.role].label,
  }
  return (
    <section className="tile" aria-labelledby="person">
      <div className="between">
        <h2 id="person">Account details</h2>
        <a href={pages.details}>Edit details</a>
      </div>
      <Facts facts={facts} />
    </section>
  )
}
