import type { Option } from '#contract/wire/option.ts'

export const DEFAULT_COUNTRY = 'US'
/** Alabama. */
export const DEFAULT_REGION = 'AL'

/** Names come from Intl, so there is no list to maintain. The default country of forms comes first, if listed. */
export function optionsOfCountries(codes: readonly string[], first = DEFAULT_COUNTRY): Option[] {
  const front = codes.includes(first) ? first : DEFAULT_COUNTRY
  return codes
    .toSorted((one, other) => Number(other === front) - Number(one === front))
    .map((value) => ({ value, displayValue: nameOfCountry(value) }))
}

/** Works for any country: an old invoice may name one we no longer sell to. */
export function nameOfCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code) : code
}

/** The default of a form. */
export function firstCountryOf(countries: readonly Option[]): string {
  return countries[0]?.value ?? DEFAULT_COUNTRY
}

/** The local term for a region. The wire and the messages always say "state". */
export function regionLabel(country: string | undefined): 'State' | 'Province' {
  return country === 'CA' ? 'Province' : 'State'
}

type Listed = readonly { value: string; country: string }[]

/** The label of a region list. It follows the chosen country, or the listed ones if none is chosen. */
export function chosenRegionLabel(listed: Listed, chosen: string): string {
  return regionLabel(listed.find(({ value }) => value === chosen)?.country ?? listed[0]?.country)
}

/** The placeholder of a region list. */
export function regionLabels(listed: Listed): string {
  const text = [...new Set(listed.map(({ country }) => regionLabel(country)))]
  return text.length > 1 ? 'State or province' : (text[0] ?? regionLabel(undefined))
}
