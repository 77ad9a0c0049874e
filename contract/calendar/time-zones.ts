import type { Option } from '#contract/wire/option.ts'

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
