/**
 * For what signs up many people from one machine: stories, benches and proofs of other things than the fraud rules.
 * The defaults of the configuration stay as strict as they are.
 */
export const wideFraudLimits = {
  DECLINES_PER_CARD: '1000000',
  DECLINES_PER_DEVICE: '1000000',
  DECLINES_PER_ADDRESS: '1000000',
  SIGN_UPS_PER_DEVICE_AND_DAY: '1000000',
  SIGN_UPS_PER_ADDRESS_AND_DAY: '1000000',
}
