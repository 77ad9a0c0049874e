/**
 * The sandbox's identifier of the sample card 4000-0000-0000-9235, on file in the sample account closed for
 * fraud: a sign-up with it is held for review.
 */
export const NUMBER_ID_OF_FRAUD = 'sandbox-number-of-fraud'
