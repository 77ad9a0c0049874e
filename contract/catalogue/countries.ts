import type { Option } from '#contract/wire/option.ts'

export const DEFAULT_COUNTRY = 'US'
/** Alabama. */
export const DEFAULT_REGION = 'AL'

/** Named by the platform, so that no list of names has to be kept. */
export function optionsOfCountries(codes: readonly string[]): Option[] {
  return codes.map((value) => ({ value, displayValue: nameOfCountry(value) }))
}

/** Any country's: an old bill may name one that is not sold to anymore. */
export function nameOfCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code) : code
}

/** The United States where they are listed, and otherwise whichever comes first. */
export function firstCountryOf(countries: readonly Option[]): string {
  const listed = countries.find(({ value }) => value === DEFAULT_COUNTRY) ?? countries[0]
  return listed?.value ?? DEFAULT_COUNTRY
}

/** What people there call a region. The wire and the messages say state everywhere. */
export function regionLabel(country: string | undefined): 'State' | 'Province' {
  return country === 'CA' ? 'Province' : 'State'
}

type Listed = readonly { value: string; country: string }[]

/** The label of a list: it follows what is chosen, and before that what is listed. */
export function chosenRegionLabel(listed: Listed, chosen: string): string {
  return regionLabel(listed.find(({ value }) => value === chosen)?.country ?? listed[0]?.country)
}

/** The first line of a list, while nothing is chosen. */
export function regionLabels(listed: Listed): string {
  const text = [...new Set(listed.map(({ country }) => regionLabel(country)))]
  return text.length > 1 ? 'State or province' : (text[0] ?? regionLabel(undefined))
}
