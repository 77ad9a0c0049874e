import { useEffect, useRef } from 'react'
import type { Offer } from '#contract/legacy-choices.ts'
import type { Market } from '#contract/legacy-rules.ts'
import { DEFAULT_COUNTRY } from '#contract/options.ts'
import type { Region } from '#contract/regions.ts'
import { Form } from '#web/form/Form.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { type BusinessName, listingOptions } from './business-fields.ts'

type BusinessStepProps = {
  form: FormHandle<BusinessName>
  regions: readonly Region[]
  offer: Offer
  onPrevious: () => void
  onNext: (market: Market) => Promise<TaskResult>
}

/** Step two: it decides which data can be had. */
export function BusinessStep({ form, regions, offer, onPrevious, onNext }: BusinessStepProps) {
  const { market_country: country, market_state: state, mls } = form.values
  const listings = listingOptions(offer.mls, state)
  const { set } = form

  // Another country has other states, and another state other listing services.
  const last = useRef({ country, state })
  useEffect(() => {
    const before = last.current
    last.current = { country, state }
    if (before.country !== country && !regions.some((region) => isOf(region, country, state)))
      set({ market_state: '', mls: '' })
    else if (before.state !== state && !offer.mls.some((one) => one.value === mls && one.state === state))
      set({ mls: '' })
  }, [country, state, mls, regions, offer, set])

  return (
    <>
      <h1 tabIndex={-1}>About your business</h1>
      <p className="lede">What you sell, and where, decides which data we can offer you.</p>
      <Form form={form} onSubmit={onNext} generalErrors="below" label="About your business">
        <div className="part">
          <SelectField field={form.field('industry')} />
          <div className="row">
            <SelectField
              field={form.field('market_country')}
              hint={country !== DEFAULT_COUNTRY && 'Data services are offered in the United States only.'}
            />
            {form.asks('market_state') && (
              <SelectField
                key={country}
                field={form.field('market_state')}
                options={regions.filter((region) => region.country === country)}
                placeholder="State"
              />
            )}
          </div>
          {form.asks('mls') && (
            <SelectField
              key={state}
              field={form.field('mls')}
              options={listings}
              hint={<span role="status">{aboutExpired(offer, mls)}</span>}
            />
          )}
        </div>
        <div className="between">
          <Button look="ghost" disabled={form.isBusy} onClick={onPrevious}>
            Previous
          </Button>
          <SubmitButton form={form}>Next</SubmitButton>
        </div>
      </Form>
    </>
  )
}

function isOf(region: Region, country: string, state: string): boolean {
  return region.country === country && region.value === state
}

function aboutExpired({ mls }: Offer, chosen: string): string {
  const listing = mls.find(({ value }) => value === chosen)
  if (!listing) return 'Expired data is not available in every MLS.'
  return listing.has_expired_data
    ? 'Expired data is available in this MLS.'
    : 'Expired data is not available in this MLS.'
}
