/**
 * For tests, benchmarks and proofs that sign up many people from one machine without testing the fraud rules.
 * The default configuration stays strict.
 */
export const wideFraudLimits = {
  DECLINES_PER_CARD: '1000000',
  DECLINES_PER_DEVICE: '1000000',
  DECLINES_PER_ADDRESS: '1000000',
  SIGN_UPS_PER_DEVICE_AND_DAY: '1000000',
  SIGN_UPS_PER_ADDRESS_AND_DAY: '1000000',
}
