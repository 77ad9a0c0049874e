/** A multiple listing service of a state, and whether it provides expired listings. */
export type Mls = { value: string; displayValue: string; state: string; has_expired_data: boolean }

/** Used on the page only; on the wire, no MLS is an empty string. */
export const MLS_NOT_LISTED = 'not-listed'

/** Areas that skip tracer, neighborhood search and pre-foreclosure data do not cover. */
export const uncoveredAreas = ['Canada', 'South Carolina', 'Montana', 'Idaho', 'Kansas'] as const
export const SKIP_TRACER_EXPORTS_PER_MONTH = 3000
export const EXPIRED_DATA_RADIUS_MILES = 50
