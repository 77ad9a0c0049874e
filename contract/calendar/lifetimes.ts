/** Lifetimes: enforced by the server, mentioned by pages and mails. */
export const RESET_LINK_MINUTES = 60
export const EMAIL_LINK_HOURS = 24
/** How long “This was not me” in a notice mail works. */
export const NOT_ME_DAYS = 3
export const RESUME_LINK_HOURS = 24
export const MAIL_SERVER_LINK_HOURS = 24
export const INVITATION_DAYS = 7
/** How long two people have to agree to a new owner. */
export const HAND_OVER_DAYS = 3
/** How long the former owner can undo a hand-over by reporting it. */
export const HAND_OVER_UNDO_HOURS = 24
export const PAY_LINK_DAYS = 14
/** How long work that failed waits for an operator. */
export const FAILED_WORK_DAYS = 90
/** Counted from the end of the subscription. Until then the owner can reactivate the account. */
export const REACTIVATE_WITHIN_DAYS = 90
export const SESSION_DAYS = 14
export const SESSION_IDLE_DAYS = 2
/** Lifetimes of partner tokens. */
export const CODE_SECONDS = 60
export const ACCESS_TOKEN_SECONDS = 3600
export const REFRESH_TOKEN_DAYS = 90
export const CONNECTION_DAYS = 365
/** How long the second step of a sign-in waits for its code, and a set-up for its confirmation. */
export const SECOND_STEP_MINUTES = 15
export const TRUSTED_DEVICE_DAYS = 30
/** How long a confirmed identity is valid for sensitive changes in the same session. */
export const STEP_UP_MINUTES = 10
/** How long an operator can view a person's account pages before starting a new view. */
export const OPERATOR_VIEW_MINUTES = 15
/** How long the owner of the email can cancel the removal of a lost second factor. */
export const FACTOR_RECOVERY_HOURS = 24
/**
 * The same if a mailed link set the password within this many days: the requester may control only the
 * mailbox.
 */
export const FACTOR_RECOVERY_HOURS_AFTER_RESET = 72
export const RESET_COUNTS_DAYS = 7
/** How long an authenticator may take to answer. A phone reached by a QR code takes a while. */
export const PASSKEY_MINUTES = 5
/** How long a person's former email is also told that a second factor will be removed. */
export const FORMER_EMAIL_DAYS = 30

/**
 * How long after a charge its holder can dispute it. The card networks count 120 days from the end of the service, at most
 * 540 days from the charge.
 */
export const DISPUTE_WITHIN_DAYS = 540
