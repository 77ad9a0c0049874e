/** The longest fingerprint that an order may carry, in characters. */
export const FINGERPRINT_AT_MOST = 20_000
