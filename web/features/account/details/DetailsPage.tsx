import { useState } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { AccountTile } from './AccountTile.tsx'
import { InvoiceDetailsTile } from './InvoiceDetailsTile.tsx'
import { NameTile } from './NameTile.tsx'

/** Account and invoice details. Each tile saves only its own fields. */
export function DetailsPage(props: PageProps<'details'>) {
  const { values } = props
  const { ownName, billingDetails, accountAddress, states, ownerEmail } = values
  // The page header and the invoice tile show what was just saved.
  const [account, setAccount] = useState(values.accountDetails)
  const shown = { ...values, company: account?.company ?? values.company }
  return (
    <AccountLayout
      {...props}
      values={shown}
      title="Details"
      lede={
        account
          ? billingDetails
            ? 'Your name, your company, and what appears on your bills.'
            : 'Your name and your company.'
          : billingDetails
            ? 'Your name, and what appears on the bills.'
            : 'Your name. The account owner manages everything else.'
      }
    >
      <div className="tiles">
        <NameTile name={ownName} />
        {account && <AccountTile details={account} states={states} onSaved={setAccount} />}
        {billingDetails && accountAddress && ownerEmail && (
          <InvoiceDetailsTile
            details={billingDetails}
            address={account ?? accountAddress}
            states={states}
            email={ownerEmail}
            bouncedContact={values.bouncedContact}
          />
        )}
      </div>
    </AccountLayout>
  )
}
