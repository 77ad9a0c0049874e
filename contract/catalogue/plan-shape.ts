import { count, optionalCount, service } from '#contract/wire/schema.ts'
import { LEAST_SEATS, MOST_LICENCES } from './plan.ts'

/** The purchase: the counts and flags of the plan, under their wire names. */
export const planShape = {
  hosted_lead_management_count: count(LEAST_SEATS, MOST_LICENCES),
  single_line_power_dialer_count: count(0, MOST_LICENCES),
  triple_line_power_dialer_count: count(0, MOST_LICENCES),
  call_recording_feature_count: count(0, MOST_LICENCES),
  mojo_voice_feature_count: count(0, MOST_LICENCES),
  /** Only the license variant sends it; if present, that variant's rules apply. */
  call_me_feature_count: optionalCount(0, MOST_LICENCES),
  neighborhood_search_feature: service(),
  fsbo_data_feature: service(),
  frbo_data_feature: service(),
  reverse_lookup_feature: service(),
  expired_data_feature: service(),
  pre_foreclosure_data_feature: service(),
}
