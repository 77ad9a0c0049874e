export const badPosition = 'after must be a position: a whole number from 0 on.'
export const positionAhead =
  'There is no event at this position yet. Begin again from the entitlements of all accounts.'
export const badLimit = (most: number) => `limit must be a whole number from 1 to ${most}.`
export const badAccountNumber = 'after must be an account number: six digits.'
export const keyInvalid = 'Show a key of the feed as a bearer token. This one is missing, unknown or removed.'
export const accountUnknown = 'There is no account with this number, or it is not set up yet.'
export const eventsDeleted =
  'Events this old are no longer kept. Read the entitlements of all accounts, then go on from the position given there.'
