import { chosenRegionLabel, regionLabels } from '#contract/catalogue/countries.ts'
import { type AccountDetails, type ListedState, saveAccountDetails } from '#contract/features/details.ts'
import * as fields from '#contract/fields/person.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { SavedNote } from './SavedNote.tsx'
import { useSaving } from './use-saving.ts'

type AccountTileProps = {
  details: AccountDetails
  states: ListedState[]
  onSaved: (details: AccountDetails) => void
}

export function AccountTile({ details, states, onSaved }: AccountTileProps) {
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
