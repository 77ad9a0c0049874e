import { useState } from 'react'
import { chosenRegionLabel, regionLabels } from '#contract/catalogue/countries.ts'
import {
  type AccountDetails,
  type DetailsValues,
  type ListedState,
  saveAccountDetails,
  saveOwnName,
} from '#contract/features/details.ts'
import * as fields from '#contract/fields/person.ts'
import { firstName, lastName } from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { InvoiceDetailsTile } from './InvoiceDetailsTile.tsx'
import { SavedNote, useSaving } from './use-saving.tsx'

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

const optionalLastName = { ...lastName, validation: { ...lastName.validation, required: false } }

function NameTile({ name }: { name: DetailsValues['ownName'] }) {
  const form = useForm({
    fields: {
      first_name: configOf(firstName, { value: name.first_name }),
      last_name: configOf(optionalLastName, { value: name.last_name }),
    },
    needsScript: true,
  })
  const { isSaved, save } = useSaving(form)
  return (
    <section className="tile whole" aria-labelledby="name">
      <h2 id="name">Your name</h2>
      <Form form={form} onSubmit={async (typed) => void (await save(saveOwnName, typed))}>
        <div className="row">
          <TextField field={form.field('first_name')} autoComplete="given-name" />
          <TextField field={form.field('last_name')} autoComplete="family-name" />
        </div>
        <SavedNote>{isSaved && 'Your name is saved.'}</SavedNote>
        <div className="cluster">
          <SubmitButton form={form}>Save name</SubmitButton>
        </div>
      </Form>
    </section>
  )
}

type AccountTileProps = {
  details: AccountDetails
  states: ListedState[]
  onSaved: (details: AccountDetails) => void
}

function AccountTile({ details, states, onSaved }: AccountTileProps) {
  const form = useForm({
    fields: {
      company: configOf(fields.company, { value: details.company }),
      mobile_phone: configOf(fields.mobilePhone, { value: details.mobile_phone }),
      phone: configOf(fields.officePhone, { value: details.phone }),
      address: configOf(fields.address, { value: details.address }),
      city: configOf(fields.city, { value: details.city }),
      state: configOf(fields.state, { elementType: 'select', options: states, value: details.state }),
      zip_code: configOf(fields.zipCode, { value: details.zip_code }),
    },
    labelOf: (name, values) => (name === 'state' ? chosenRegionLabel(states, values.state) : undefined),
    needsScript: true,
  })
  const { isSaved, save } = useSaving(form)

  async function submit(typed: AccountDetails) {
    if (await save(saveAccountDetails, typed)) onSaved(typed)
  }

  return (
    <section className="tile whole" aria-labelledby="company">
      <h2 id="company">Company</h2>
      <Form form={form} onSubmit={submit}>
        <TextField field={form.field('company')} autoComplete="organization" />
        <div className="row">
          <PhoneField field={form.field('mobile_phone')} autoComplete="mobile tel-national" />
          <PhoneField field={form.field('phone')} autoComplete="work tel-national" />
        </div>
        <TextField field={form.field('address')} autoComplete="address-line1" />
        <div className="row3">
          <TextField field={form.field('city')} autoComplete="address-level2" />
          <SelectField
            field={form.field('state')}
            placeholder={regionLabels(states)}
            autoComplete="address-level1"
          />
          <TextField field={form.field('zip_code')} autoComplete="postal-code" />
        </div>
        <SavedNote>
          {isSaved && 'Your company details are saved. Bills already issued do not change.'}
        </SavedNote>
        <div className="cluster">
          <SubmitButton form={form}>Save company</SubmitButton>
        </div>
      </Form>
    </section>
  )
}
