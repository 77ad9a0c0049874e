export type Option = { value: string; displayValue: string }

export const timeZones: Option[] = [
  { value: 'US/Eastern', displayValue: 'Eastern' },
  { value: 'US/Central', displayValue: 'Central' },
  { value: 'US/Arizona', displayValue: 'Arizona' },
  { value: 'US/Mountain', displayValue: 'Mountain' },
  { value: 'US/Pacific', displayValue: 'Pacific' },
  { value: 'US/Alaska', displayValue: 'Alaska' },
  { value: 'Pacific/Tahiti', displayValue: 'Hawaii-Aleutian' },
  { value: 'America/Halifax', displayValue: 'Atlantic' },
  { value: 'America/Puerto_Rico', displayValue: 'Puerto Rico' },
]
export const DEFAULT_TIME_ZONE = 'US/Eastern'

export const REAL_ESTATE = 'Real Estate'
export const industries = labels(
  REAL_ESTATE,
  'Real Estate Investor',
  'Insurance',
  'Financial Services',
  'Mortgage',
  'Advertising/Marketing',
  'Other',
)

export const firstSecurityQuestions = numbered(
  'In what city were you born?',
  'What is your favorite sports team?',
  "What is your best friend's first name?",
)
export const secondSecurityQuestions = numbered(
  "What is your mother's maiden name?",
  'What was your first job?',
  'What high school did you attend?',
  'In what year were you married?',
)

/** The legacy checkboxes by their wire names; the new wizard offers the same words as a select. */
export const howHeard = {
  broker: 'Broker',
  coach: 'Coach',
  friend_colleague: 'Friend/Colleague',
  facebook_ad: 'Facebook Ad',
  facebook_group: 'Facebook Group',
  google_search: 'Google Search',
  integration_partner: 'Integration Partner',
  past_client: 'I am a previous client',
  youtube: 'Youtube',
  other_checkbox: 'Other',
} as const
export const howHeardOptions = labels(...Object.values(howHeard))

export const accountTypes = ['single_user', 'multi_user'] as const
export type AccountType = (typeof accountTypes)[number]
export const packages = {
  data_and_dialer: 'Dialer and Data Account',
  dialer: 'Dialer Only Account',
  data: 'Data Only Account',
} as const
export type Package = keyof typeof packages

export const expiryMonths = Array.from({ length: 12 }, (_, index) => option(String(index + 1)))
export const EXPIRY_YEARS = 15
export function expiryYears(thisYear: number): Option[] {
  return Array.from({ length: EXPIRY_YEARS }, (_, index) => option(String(thisYear + index)))
}

export const DEFAULT_COUNTRY = 'US'
/** Alabama. */
export const DEFAULT_REGION = 'AL'
/** Where skip tracer, neighborhood search and pre-foreclosure data have no coverage. */
export const uncoveredAreas = ['Canada', 'South Carolina', 'Montana', 'Idaho', 'Kansas'] as const
export const SKIP_TRACER_EXPORTS_PER_MONTH = 3000
export const EXPIRED_DATA_RADIUS_MILES = 50

function labels(...names: string[]): Option[] {
  return names.map(option)
}

function numbered(...questions: string[]): Option[] {
  return questions.map((displayValue, index) => ({ value: String(index), displayValue }))
}

function option(value: string): Option {
  return { value, displayValue: value }
}
