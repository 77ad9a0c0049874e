import type { Limit } from '#server/platform/limits.ts'

/** How often mails can be sent to one account by hand, whoever does it and however often they click. */
export const mailsByHand: Limit = { name: 'desk-mails:account', tries: 20, windowMinutes: 60 }
