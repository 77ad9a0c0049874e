import { TRUSTED_DEVICE_DAYS } from '#contract/calendar/lifetimes.ts'

/** What the log can be filtered by, in the order of the list. */
export const activityKinds = {
  'sign-in': 'Sign-ins',
  security: 'Password, email and verification',
  people: 'People',
  billing: 'Plan and payments',
  apps: 'Connected apps',
  account: 'Account settings',
  support: 'Our support team',
} as const
export type ActivityKind = keyof typeof activityKinds

type Activity = { kind: ActivityKind; text: string }

/** Every audit action that people can read in their log, with its sentence. A new one needs only its line here. */
export const activities = {
  'session-ended': { kind: 'sign-in', text: 'Signed out another device' },
  'other-sessions-ended': { kind: 'sign-in', text: 'Signed out all other devices' },
  'password-changed': { kind: 'security', text: 'Changed the password' },
  'password-reset': { kind: 'security', text: 'Set a new password with an emailed link' },
  'email-change-asked': { kind: 'security', text: 'Asked to change the email' },
  'email-changed': { kind: 'security', text: 'Changed the email' },
  'reported-not-me': { kind: 'security', text: 'Reported “this was not me” and was signed out everywhere' },
  'second-factor-on': { kind: 'security', text: 'Turned on two-step verification' },
  'second-factor-off': { kind: 'security', text: 'Turned off two-step verification' },
  'recovery-codes-renewed': { kind: 'security', text: 'Created new recovery codes' },
  'recovery-code-used': { kind: 'security', text: 'Used a recovery code' },
  'second-factor-recovery-asked': {
    kind: 'security',
    text: 'Asked to remove two-step verification',
  },
  'second-factor-recovery-canceled': {
    kind: 'security',
    text: 'Canceled the removal of two-step verification',
  },
  'second-factor-removed': {
    kind: 'security',
    text: 'Removed two-step verification, as requested',
  },
  'device-trusted': { kind: 'security', text: `Trusted a device for ${TRUSTED_DEVICE_DAYS} days` },
  'device-trust-ended': { kind: 'security', text: 'Stopped trusting a device' },
  'device-named': { kind: 'sign-in', text: 'Changed the name of a device' },
  'identity-confirmed': { kind: 'security', text: 'Confirmed their identity before a change' },
  'passkey-added': { kind: 'security', text: 'Added a passkey' },
  'passkey-removed': { kind: 'security', text: 'Removed a passkey' },
  'passkey-copied': { kind: 'security', text: 'Used a passkey that may have been copied. It was refused' },
  'second-factor-demanded': { kind: 'security', text: 'Required two-step verification of everyone' },
  'second-factor-demand-withdrawn': {
    kind: 'security',
    text: 'Stopped requiring two-step verification of everyone',
  },
  'email-bounced': { kind: 'security', text: 'An email bounced' },
  'email-works': { kind: 'security', text: 'Confirmed that the email works' },
  'person-invited': { kind: 'people', text: 'Invited a person' },
  'invitation-resent': { kind: 'people', text: 'Sent an invitation again' },
  'invitation-withdrawn': { kind: 'people', text: 'Withdrew an invitation' },
  'person-joined': { kind: 'people', text: 'Joined the account' },
  'person-removed': { kind: 'people', text: 'Removed a person' },
  'role-changed': { kind: 'people', text: 'Changed the role of a person' },
  'dialer-assigned': { kind: 'people', text: 'Assigned a dialer' },
  'dialer-taken': { kind: 'people', text: 'Took a dialer away' },
  'dialer-given-up': { kind: 'people', text: 'A dialer ended with the plan' },
  'dialer-exchanged': { kind: 'people', text: 'A dialer was exchanged with the plan' },
  'hand-over-agreed': { kind: 'people', text: 'Agreed to hand the account over' },
  'hand-over-refused': { kind: 'people', text: 'Refused to hand the account over' },
  'account-handed-over': { kind: 'people', text: 'Handed the account over to a new owner' },
  'hand-over-undone': { kind: 'people', text: 'Undid the hand-over of the account' },
  'plan-changed': { kind: 'billing', text: 'Changed the plan' },
  'plan-planned': { kind: 'billing', text: 'Planned a change for the next month' },
  'plan-kept': { kind: 'billing', text: 'Kept the current plan' },
  'card-changed': { kind: 'billing', text: 'Changed the card' },
  'paid-by-hand': { kind: 'billing', text: 'Paid an open bill' },
  cancel: { kind: 'billing', text: 'Canceled the account' },
  'undo-cancel': { kind: 'billing', text: 'Took back the cancellation' },
  held: { kind: 'billing', text: 'Put the plan on hold' },
  'hold-ended': { kind: 'billing', text: 'Ended the hold' },
  reactivated: { kind: 'billing', text: 'Reactivated the account' },
  'billing-details-changed': { kind: 'billing', text: 'Changed the billing details' },
  dispute: { kind: 'billing', text: 'A payment was disputed at the bank' },
  'dispute-won': { kind: 'billing', text: 'A disputed payment was confirmed' },
  'dispute-lost': { kind: 'billing', text: 'A disputed payment was returned' },
  'billing-contact-bounced': { kind: 'billing', text: 'An email to the billing contact bounced' },
  'app-connected': { kind: 'apps', text: 'Connected an app' },
  'app-disconnected': { kind: 'apps', text: 'Disconnected an app' },
  'name-changed': { kind: 'account', text: 'Changed their name' },
  'account-details-changed': { kind: 'account', text: 'Changed the account details' },
  'time-zone-changed': { kind: 'account', text: 'Changed the time zone' },
  'outgoing-mail-saved': { kind: 'account', text: 'Saved the mail server' },
  'outgoing-mail-removed': { kind: 'account', text: 'Removed the mail server' },
  'set-up-repeated': { kind: 'support', text: 'Repeated the set-up of the account' },
  'access-given': { kind: 'support', text: 'Gave free access' },
  'access-ended': { kind: 'support', text: 'Ended free access' },
  'fraud-marked': { kind: 'support', text: 'Closed the account' },
  'fraud-undone': { kind: 'support', text: 'Opened the account again' },
  'bill-refunded': { kind: 'support', text: 'Refunded a bill' },
  'bill-credited': { kind: 'support', text: 'Gave credit for a bill' },
  'credit-taken-back': { kind: 'support', text: 'Took back unused credit' },
  'refund-refused': { kind: 'billing', text: 'Did not carry out a refund' },
  'month-extended': { kind: 'support', text: 'Extended the current month' },
  'bill-waived': { kind: 'support', text: 'Waived an open bill' },
  'evidence-gathered': { kind: 'support', text: 'Gathered evidence about a disputed payment' },
  'charge-settled': { kind: 'support', text: 'Settled a payment' },
  'signed-out-by-support': { kind: 'support', text: 'Signed out all devices' },
  'sign-in-unlocked': { kind: 'support', text: 'Lifted the limit on sign-in attempts' },
  'reset-link-sent': { kind: 'support', text: 'Sent a link to set a new password' },
  'pay-link-sent': { kind: 'support', text: 'Sent a link to pay the open bill' },
  'hand-over-asked': { kind: 'support', text: 'Asked two people to agree to a new owner' },
  'hand-over-withdrawn': { kind: 'support', text: 'Withdrew the request for a new owner' },
  'mail-resent': { kind: 'support', text: 'Sent an email again' },
  'pages-viewed': { kind: 'support', text: 'Began to look at account pages (read-only)' },
  'pages-view-ended': { kind: 'support', text: 'Stopped looking at account pages' },
  'bounce-cleared': { kind: 'support', text: 'Noted that the email works again' },
} as const satisfies Record<string, Activity>
export type ActivityName = keyof typeof activities

/** The names of one kind, or all of them. */
export function activityNames(kind?: ActivityKind): ActivityName[] {
  const names = Object.keys(activities) as ActivityName[]
  return kind ? names.filter((name) => activities[name].kind === kind) : names
}

export function kindIn(text: string | undefined): ActivityKind | undefined {
  return text !== undefined && Object.hasOwn(activityKinds, text) ? (text as ActivityKind) : undefined
}
