import { useState } from 'react'
import { may } from '#contract/accounts/roles.ts'
import { timeZones } from '#contract/calendar/time-zones.ts'
import { changeTimeZone } from '#contract/features/security.ts'
import { timeZone } from '#contract/fields/person.ts'
import type { PageValues } from '#contract/page-values.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'

type Zones = Pick<PageValues['security'], 'timeZone' | 'billingTimeZone' | 'role'>

/** The time zone belongs to the account, so whoever manages its settings sets it for everyone. */
export function TimeZoneTile({ values }: { values: Zones }) {
  const { billingTimeZone, role } = values
  return (
    <section className="tile whole" aria-labelledby="zone">
      <h2 id="zone">Time zone</h2>
      <p className="hint">
        Everyone in the account sees times in this time zone.
        {billingTimeZone &&
          ` Billing does not change with it: we still charge at midnight ${nameOf(billingTimeZone)} time, as when you signed up, and the dates of charges and bills stay in that time zone.`}
      </p>
      {may(role, 'manage-settings') ? <ZoneForm zone={values.timeZone} /> : <p>{nameOf(values.timeZone)}</p>}
    </section>
  )
}

function ZoneForm({ zone }: { zone: string }) {
  const [saved, setSaved] = useState('')
  const form = useForm({ fields: { time_zone: configOf(timeZone, { value: zone }) }, needsScript: true })

  function save(chosen: { time_zone: string }) {
    setSaved('')
    return makeCall(changeTimeZone, chosen, {
      onAnswer: () => setSaved(chosen.time_zone),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={save}>
      <div role="status">
        {saved && <div className="banner ok">{`Times are now shown in ${nameOf(saved)} time.`}</div>}
      </div>
      <SelectField field={form.field('time_zone')} />
      <div className="cluster">
        <SubmitButton form={form}>Save</SubmitButton>
      </div>
    </Form>
  )
}

function nameOf(zone: string): string {
  return timeZones.find(({ value }) => value === zone)?.displayValue ?? zone
}
