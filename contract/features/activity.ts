import { TRUSTED_DEVICE_DAYS } from '#contract/calendar/lifetimes.ts'

/** The filters of the log, in list order. */
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

/**
 * Every audit action that people can read in their log, with its sentence. A new action needs only a line
 * here.
 */
export const activities = {
  'session-ended': { kind: 'sign-in', text: 'Signed out another device' },
  'other-sessions-ended': { kind: 'sign-in', text: 'Signed out all other devices' },
  'password-changed': { kind: 'security', text: 'Changed the password' },
  'password-reset': { kind: 'security', text: 'Set a new password with an emailed link' },
  'email-change-asked': { kind: 'security', text: 'Asked to change the email' },
  'email-change-stopped': { kind: 'security', text: 'Stopped the change of the email' },
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
  'passkey-renamed': { kind: 'security', text: 'Changed the name of a passkey' },
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
  'card-date-told': { kind: 'billing', text: 'Your bank told us the new expiry date' },
  'card-number-told': { kind: 'billing', text: 'Your bank told us the new card number' },
  'card-closed-told': { kind: 'billing', text: 'Your bank told us that the card’s account is closed' },
  'backup-card-added': { kind: 'billing', text: 'Added a backup card' },
  'backup-card-removed': { kind: 'billing', text: 'Removed the backup card' },
  'cards-swapped': { kind: 'billing', text: 'Made the backup card the first card' },
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

/** The names of one kind, or of all. */
export function activityNames(kind?: ActivityKind): ActivityName[] {
  const names = Object.keys(activities) as ActivityName[]
  return kind ? names.filter((name) => activities[name].kind === kind) : names
}

export function kindIn(text: string | undefined): ActivityKind | undefined {
  return text !== undefined && Object.hasOwn(activityKinds, text) ? (text as ActivityKind) : undefined
}

/** The advice for a line: by its kind, or for a failed attempt. */
export type AdviceName = ActivityKind | 'wrong-password' | 'wrong-code'

/** A line of the log; the moment is formatted in the account's time zone. */
export type ActivityLine = {
  key: string
  at: string
  who: string
  text: string
  /** Such as the card's last four digits. Empty if there is nothing to add. */
  more: string
  /** Browser and system. Empty if unknown. */
  device: string
  /** Shortened. Empty if unknown. */
  ip: string
  isWarning: boolean
  /** What to do if it was not them. */
  advice: AdviceName
  isOwn: boolean
}

export type ActivityValues = {
  lines: ActivityLine[]
  kind: ActivityKind | null
  /** The cursor of the older lines. Null if there are none. */
  older: string | null
  /** False on the pages of older lines. */
  isNewest: boolean
}

/**
 * Operators' actions that concern no account or are not done yet, notes, and gateway notices for operators:
 * never shown to the account's people. Everything else is in their log, with its sentence.
 */
export const operatorActions = {
  'setting-changed': 'Changed a setting',
  'setting-reset': 'Set a setting back to its default',
  'prices-set': 'Set new prices',
  'prices-removed': 'Removed prices that were to come',
  'webinar-overridden': 'Changed a webinar',
  'webinar-cleared': 'Put a webinar back on its usual schedule',
  'mails-archived': 'Moved old emails to an archive',
  'passwords-loaded': 'Loaded a list of leaked passwords',
  'passwords-removed': 'Removed the list of leaked passwords',
  'sign-up-released': 'Released a held sign-up',
  'sign-up-refused': 'Refused a held sign-up',
  'resume-link-sent': 'Sent a link to go on with a sign-up',
  'block-added': 'Added a block',
  'block-removed': 'Removed a block',
  'job-retried': 'Retried a job',
  'job-set-aside': 'Set failed work aside',
  'mail-set-aside': 'Set aside an email that failed',
  'list-downloaded': 'Downloaded a list as CSV',
  'document-downloaded': 'Downloaded a bill or credit note as PDF',
  'note-added': 'Added a note',
  'note-struck': 'Struck out a note',
  'approval-asked': 'Asked for a second operator',
  'approval-agreed': 'Agreed as the second operator',
  'approval-declined': 'Declined as the second operator',
  'approval-withdrawn': 'Withdrew a request for a second operator',
  'refund-settled': 'Settled a refund',
  'refund-waits': 'Asked for a refund once the payment has settled',
  'waiting-refund-withdrawn': 'Withdrew a refund that waited for its payment to settle',
  'failed-refund-sent-again': 'Sent a refund again that the bank had not carried out',
  'failed-refund-credited': 'Gave a refund as credit that the bank had not carried out',
  'failed-refund-dismissed': 'Closed a refund that the bank had not carried out',
  'refund-failed': 'Could not carry out a refund: the money did not go back',
  'card-contact-asked': 'Asked us to contact the customer about the card',
  'refund-difference-left': 'Left a refund beside credit as it is',
  'refund-unbooked': 'Refunded more than is left of the bill',
  'operator-added': 'Added an operator',
  'operator-role-changed': 'Changed the role of an operator',
  'operator-disabled': 'Disabled an operator',
  'operator-enabled': 'Enabled an operator',
  'operator-reset': 'Reset the sign-in of an operator',
  'operator-began': 'Chose a password and a second factor',
  'operator-signed-in': 'Signed in to the desk',
  'operator-session-ended': 'Ended one of their own sessions at the desk',
  'operator-passkey-added': 'Added a passkey for the desk',
  'operator-passkey-removed': 'Removed a passkey for the desk',
  'partner-added': 'Added a partner',
  'partner-secret-rotated': 'Gave a partner a new secret',
  'partner-disabled': 'Disabled a partner',
  'partner-enabled': 'Enabled a partner',
  'partner-redirect-uris-changed': 'Changed the redirect URIs of a partner',
  'partner-pkce-changed': 'Changed whether a partner needs PKCE',
  'feed-endpoint-added': 'Added an endpoint of the feed',
  'feed-endpoint-rotated': 'Gave an endpoint of the feed a new secret',
  'feed-endpoint-removed': 'Removed an endpoint of the feed',
  'feed-endpoint-resumed': 'Resumed an endpoint of the feed',
  'feed-replayed': 'Sent events of the feed again',
  'feed-restarted': 'Restarted the feed’s numbers after a restore',
  'feed-key-added': 'Added a key for reading the feed',
  'feed-key-removed': 'Removed a key for reading the feed',
} as const
export type OperatorAction = keyof typeof operatorActions
