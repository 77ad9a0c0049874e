/**
 * The sandbox's identifier of the sample card 4000-0000-0000-9235, which the sample account that was closed for fraud
 * has on file: a sign-up with it is held for review.
 */
export const NUMBER_ID_OF_FRAUD = 'sandbox-number-of-fraud'
