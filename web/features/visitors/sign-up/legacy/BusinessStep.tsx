import { useEffect, useState } from 'react'
import { DEFAULT_COUNTRY, firstCountryOf, regionLabel } from '#contract/catalogue/countries.ts'
import { MLS_NOT_LISTED, type Mls } from '#contract/catalogue/markets.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import {
  type Choices,
  hasData,
  isServiceOffered,
  type Market,
  type Offer,
} from '#contract/features/sign-up/legacy-choices.ts'
import { REAL_ESTATE } from '#contract/features/sign-up/options.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import type { Option } from '#contract/wire/option.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Fields } from '#web/form/judge-fields.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import type { LegacyWizard } from './legacy-wizard.ts'
import { type LegacyHandle, useKeptTexts } from './use-legacy-wizard.ts'

type BusinessStepProps = {
  wizard: Pick<LegacyHandle, 'state' | 'latest' | 'go'>
  countries: Option[]
  regions: readonly Region[]
  offer: Offer
  onPrevious: () => void
  onNext: (market: Market) => Promise<TaskResult>
}

/** Step two: decides which data is available. */
export function BusinessStep({ wizard, countries, regions, offer, ...events }: BusinessStepProps) {
  const { choices } = wizard.state
  const [fields] = useState(() => businessFields(countries, startOf(wizard.latest())))
  const form = useForm({
    fields,
    isAsked: isBusinessRequested(regions),
    labelOf: labelOfBusiness,
    needsScript: true,
  })
  useKeptTexts(wizard.go, 'business', form.values)
  const { market_country: country, market_state: state, mls } = form.values
  const listings = listingOptions(offer.mls, state)
  const wantsData = hasData(choices.dataAndDialerChoice)
  const losesExpired = isExpiredLost(choices, form.values, offer)
  const { set } = form
  const isCountryListed = countries.some(({ value }) => value === country)
  const isStateListed = state === '' || regions.some((region) => isOf(region, country, state))
  const isMlsListed = mls === '' || listings.some(({ value }) => value === mls)

  // A different country has different states, and a different state different MLSs; call 4 may also update
  // the lists.
  useEffect(() => {
    if (!isCountryListed) set({ market_country: firstCountryOf(countries) })
    if (!isStateListed) set({ market_state: '', mls: '' })
    else if (!isMlsListed) set({ mls: '' })
  }, [countries, isCountryListed, isStateListed, isMlsListed, set])

  return (
    <>
      <h1 tabIndex={-1}>About your business</h1>
      <p className="lede">
        {wantsData
          ? 'What you sell and where decides which data we can offer you.'
          : 'Tell us what you sell and where.'}
      </p>
      <Form form={form} onSubmit={events.onNext} generalErrors="below" label="About your business">
        <div className="part">
          <SelectField field={form.field('industry')} />
          <div className="row">
            <SelectField
              field={form.field('market_country')}
              options={countries}
              hint={
                wantsData &&
                country !== DEFAULT_COUNTRY &&
                'Data services are available in the United States only.'
              }
            />
            {form.asks('market_state') && (
              <SelectField
                key={country}
                field={form.field('market_state')}
                options={regions.filter((region) => region.country === country)}
                placeholder={regionLabel(country)}
              />
            )}
          </div>
          {form.asks('mls') && (
            <SelectField
              key={state}
              field={form.field('mls')}
              options={listings}
              placeholder="Choose your MLS"
              hint={wantsData && <span role="status">{aboutExpired(offer, mls)}</span>}
            />
          )}
          <div role="status" className={losesExpired ? undefined : 'unseen'}>
            {losesExpired && <p className="banner warn">{LOSES_EXPIRED}</p>}
          </div>
        </div>
        <div className="between">
          <Button look="ghost" disabled={form.isBusy} onClick={events.onPrevious}>
            Previous
          </Button>
          <SubmitButton form={form}>Next</SubmitButton>
        </div>
      </Form>
    </>
  )
}

type BusinessName = keyof Market

/** Step two: the business and its market, under their wire names. */
function businessFields(countries: Option[], start: Market): Fields<BusinessName> {
  const isSold = countries.some(({ value }) => value === start.market_country)
  return {
    industry: configOf(signUpFields.industry, { value: start.industry }),
    market_country: configOf(cardFields.country, {
      elementType: 'select',
      options: countries,
      value: isSold ? start.market_country : firstCountryOf(countries),
    }),
    market_state: configOf(personFields.state, { elementType: 'select', value: start.market_state }),
    mls: configOf(
      { label: 'Multiple listing service (MLS)', validation: {} },
      { elementType: 'select', value: start.mls },
    ),
  }
}

/** The saved choices, overridden by what was typed but not submitted yet. */
function startOf({ choices, typed }: LegacyWizard): Market {
  return { ...choices.market, ...typed.business }
}

/** A state is asked for where states are listed; an MLS only in real estate in the United States. */
function isBusinessRequested(regions: readonly Region[]) {
  return (name: BusinessName, { industry, market_country }: Market): boolean => {
    if (name === 'market_state') return regions.some(({ country }) => country === market_country)
    return name !== 'mls' || (industry === REAL_ESTATE && market_country === DEFAULT_COUNTRY)
  }
}

function labelOfBusiness(name: BusinessName, { market_country }: Market): string | undefined {
  return name === 'market_state' ? regionLabel(market_country) : undefined
}

/** States with MLSs ask for one; in states without any there is nothing to choose. */
function listingOptions(listings: readonly Mls[], state: string): Option[] {
  const ofState = listings.filter((listing) => listing.state === state)
  const notListed = { value: ofState.length > 0 ? MLS_NOT_LISTED : '', displayValue: 'My MLS is not listed' }
  return [...ofState, notListed]
}

const LOSES_EXPIRED =
  'You chose expired data, but it is available only for Real Estate, in an MLS that provides it. If you continue, it will be removed from your plan.'

/**
 * Expired listings were chosen, but the current market does not have them. For other countries the Warning
 * says so.
 */
function isExpiredLost({ quantities, dataAndDialerChoice }: Choices, market: Market, offer: Offer): boolean {
  if (quantities['expired-leads'] === 0 || !hasData(dataAndDialerChoice)) return false
  return market.market_country === DEFAULT_COUNTRY && !isServiceOffered('expired-leads', market, offer.mls)
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
