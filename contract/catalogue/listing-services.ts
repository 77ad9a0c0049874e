import type { Mls } from './markets.ts'

/** A small sample, in its own file: pages receive the list and must not include it in their scripts as well. */
export const listingServices: Mls[] = [
  mls('AL', 'Greater Alabama MLS', true),
  mls('AZ', 'Arizona Regional MLS', true),
  mls('CA', 'California Regional MLS', true),
  mls('CA', 'Bay Area Real Estate Information Services', true),
  mls('CA', 'San Francisco Association of Realtors', false),
  mls('CO', 'REcolorado', true),
  mls('FL', 'Stellar MLS', true),
  mls('FL', 'Miami Association of Realtors', true),
  mls('GA', 'First Multiple Listing Service', true),
  mls('IL', 'Midwest Real Estate Data', true),
  mls('IL', 'Quad City Area Realtor Association', false),
  mls('KS', 'Heartland MLS', false),
  mls('MA', 'MLS Property Information Network', true),
  mls('MI', 'Realcomp II', true),
  mls('MN', 'NorthstarMLS', true),
  mls('MO', 'MARIS', true),
  mls('NC', 'Canopy MLS', true),
  mls('NJ', 'Garden State MLS', false),
  mls('NV', 'Las Vegas Realtors', true),
  mls('NY', 'OneKey MLS', true),
  mls('NY', 'Real Estate Board of New York', false),
  mls('OH', 'MLS Now', true),
  mls('OR', 'RMLS', true),
  mls('PA', 'Bright MLS', true),
  mls('SC', 'Charleston Trident MLS', true),
  mls('TN', 'Realtracs', true),
  mls('TX', 'Houston Association of Realtors', true),
  mls('TX', 'North Texas Real Estate Information Systems', true),
  mls('TX', 'Austin Board of Realtors', false),
  mls('UT', 'UtahRealEstate.com', true),
  mls('WA', 'Northwest MLS', true),
  mls('WI', 'Metro MLS', true),
]

/** Whether the MLS is listed for the state, or for any state if none is given. */
export function isListingOf(state: unknown, listing: unknown): boolean {
  return listingServices.some((listed) => listed.value === listing && (!state || listed.state === state))
}

function mls(state: string, name: string, hasExpiredData: boolean): Mls {
  const value = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return { value, displayValue: name, state, has_expired_data: hasExpiredData }
}
