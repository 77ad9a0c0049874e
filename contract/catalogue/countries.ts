import type { Option } from '#contract/wire/option.ts'

export const DEFAULT_COUNTRY = 'US'
/** Alabama. */
export const DEFAULT_REGION = 'AL'

/** Names come from Intl, so that we need not maintain a list. */
export function optionsOfCountries(codes: readonly string[]): Option[] {
  return codes.map((value) => ({ value, displayValue: nameOfCountry(value) }))
}

/** Works for any country: an old invoice may name one we no longer sell to. */
export function nameOfCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code) : code
}

/** The United States if listed, otherwise the first country. */
export function firstCountryOf(countries: readonly Option[]): string {
  const listed = countries.find(({ value }) => value === DEFAULT_COUNTRY) ?? countries[0]
  return listed?.value ?? DEFAULT_COUNTRY
}

const CANADIAN: Record<string, string> = {
  state: 'Province',
  market_state: 'Province',
  region: 'Province',
  zip_code: 'Postal code',
  postal_code: 'Postal code',
}

/** The local term for a field of an address, by its wire name. The wire and the messages always say "state" and "zip". */
export function addressLabel(name: string, country: string | undefined): string | undefined {
  return country === 'CA' ? CANADIAN[name] : undefined
}

export function regionLabel(country: string | undefined): string {
  return addressLabel('region', country) ?? 'State'
}

type Listed = readonly { value: string; country: string }[]

/** The country of the chosen region, or of the listed ones if none is chosen. */
export function countryOf(listed: Listed, chosen: string): string | undefined {
  return (listed.find(({ value }) => value === chosen) ?? listed[0])?.country
}

/** The placeholder of a region list. */
export function regionLabels(listed: Listed): string {
  const text = [...new Set(listed.map(({ country }) => regionLabel(country)))]
  return text.length > 1 ? 'State or province' : (text[0] ?? regionLabel(undefined))
}
