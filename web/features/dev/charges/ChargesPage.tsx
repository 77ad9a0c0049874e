import { formatAmount } from '#contract/catalogue/money.ts'
import type { SandboxCharge } from '#contract/features/charges/values.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { ChargeTable } from './ChargeTable.tsx'

/** The sandbox gateway's ledger: what a bank would have charged. */
export function ChargesPage({ values: { charges }, provider, now }: PageProps<'charges'>) {
  return (
    <Layout provider={provider} now={now} wide panel={<ChargesPanel charges={charges} />}>
      <h1>Sandbox charges</h1>
      {charges.length === 0 ? <NoCharge provider={provider} /> : <ChargeTable charges={charges} />}
    </Layout>
  )
}

function NoCharge({ provider }: { provider: Provider }) {
  return (
    <p className="lede">
      No charge yet. <a href={marketingPage(provider, 'pricing/')}>Build a plan</a>, sign up with the card
      4111-1111-1111-1111, and come back.
    </p>
  )
}

function ChargesPanel({ charges }: { charges: SandboxCharge[] }) {
  const paid = charges.filter((charge) => charge.outcome === 'paid')
  const total = paid.reduce((sum, charge) => sum + charge.amountCents, 0)
  return (
    <>
      <h2>No real money was charged.</h2>
      <p>
        These are the records of the embedded gateway, newest first. “Ours” is what this service has recorded.
        After a lost answer, the two differ until the charge is settled.
      </p>
      <p>{`${paid.length} paid, ${formatAmount(total)} in total.`}</p>
      <p>
        The receipts are in the <a href={pages.mailbox}>mailbox</a>.
      </p>
    </>
  )
}
