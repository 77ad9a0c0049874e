import { provisionAccount } from '#server/accounts/provisioning.ts'
import { deliverMail } from '#server/platform/mail/outbox.ts'

/** What has failed for good is tried again as a whole: its job alone would run and do nothing, or not be counted. */
export const retriedElsewhere = new Map([
  [
    provisionAccount.name,
    'Start the set-up of the account again instead: it stands under set-ups that failed.',
  ],
  [deliverMail.name, 'Send the email again instead: on its page.'],
])
