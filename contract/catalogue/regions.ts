import type { Option } from '#contract/wire/option.ts'

export type Region = Option & { country: string; timeZone: string }

/** States and provinces with two-letter codes, and the time zone that most of each uses. */
export const regions: Region[] = [
  ...inCountry(
    'US',
    'US/Eastern',
    'CT:Connecticut DE:Delaware DC:District_of_Columbia FL:Florida GA:Georgia IN:Indiana KY:Kentucky ME:Maine MD:Maryland MA:Massachusetts MI:Michigan NH:New_Hampshire NJ:New_Jersey NY:New_York NC:North_Carolina OH:Ohio PA:Pennsylvania RI:Rhode_Island SC:South_Carolina VT:Vermont VA:Virginia WV:West_Virginia',
  ),
  ...inCountry(
    'US',
    'US/Central',
    'AL:Alabama AR:Arkansas IL:Illinois IA:Iowa KS:Kansas LA:Louisiana MN:Minnesota MS:Mississippi MO:Missouri NE:Nebraska ND:North_Dakota OK:Oklahoma SD:South_Dakota TN:Tennessee TX:Texas WI:Wisconsin',
  ),
  ...inCountry('US', 'US/Mountain', 'CO:Colorado ID:Idaho MT:Montana NM:New_Mexico UT:Utah WY:Wyoming'),
  ...inCountry('US', 'US/Arizona', 'AZ:Arizona'),
  ...inCountry('US', 'US/Pacific', 'CA:California NV:Nevada OR:Oregon WA:Washington'),
  ...inCountry('US', 'US/Alaska', 'AK:Alaska'),
  ...inCountry('US', 'Pacific/Tahiti', 'HI:Hawaii'),
  ...inCountry('US', 'America/Puerto_Rico', 'PR:Puerto_Rico'),
  ...inCountry('CA', 'US/Eastern', 'ON:Ontario QC:Quebec NU:Nunavut'),
  ...inCountry('CA', 'US/Central', 'MB:Manitoba SK:Saskatchewan'),
  ...inCountry('CA', 'US/Mountain', 'AB:Alberta NT:Northwest_Territories'),
  ...inCountry('CA', 'US/Pacific', 'BC:British_Columbia YT:Yukon'),
  ...inCountry(
    'CA',
    'America/Halifax',
    'NB:New_Brunswick NL:Newfoundland_and_Labrador NS:Nova_Scotia PE:Prince_Edward_Island',
  ),
].toSorted(
  (one, other) =>
    other.country.localeCompare(one.country) || one.displayValue.localeCompare(other.displayValue),
)

function regionsOf(country: string): Region[] {
  return regions.filter((region) => region.country === country)
}

export function regionsIn(countries: readonly string[]): Region[] {
  return regions.filter(({ country }) => countries.includes(country))
}

/** Sign-up needs a list of states and a postal code rule, so only these countries can be sold to. */
export const sellableCountries: readonly string[] = [...new Set(regions.map(({ country }) => country))]

/** For countries with listed states or provinces, only those are valid. */
export function isRegionOf(country: unknown, region: unknown): boolean {
  const listed = regionsOf(String(country))
  return listed.length === 0 || listed.some(({ value }) => value === region)
}

export function findRegion(value: string): Region | undefined {
  return regions.find((region) => region.value === value)
}

function inCountry(country: string, timeZone: string, list: string): Region[] {
  return list.split(' ').map((entry) => {
    const [value = '', name = ''] = entry.split(':')
    return { value, displayValue: name.replaceAll('_', ' '), country, timeZone }
  })
}
