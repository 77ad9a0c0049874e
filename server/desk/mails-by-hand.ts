import type { Limit } from '#server/platform/limits.ts'

/** How often mails can be sent by hand to one account, by all operators together. */
export const mailsByHand: Limit = { name: 'desk-mails:account', tries: 20, windowMinutes: 60 }
