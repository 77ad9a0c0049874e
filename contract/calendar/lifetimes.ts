/** Lifetimes: the server enforces them, and pages and mails mention them. */
export const RESET_LINK_MINUTES = 60
export const EMAIL_LINK_HOURS = 24
/** How long a notice mail can be answered with “This was not me”. */
export const NOT_ME_DAYS = 3
export const RESUME_LINK_HOURS = 24
export const MAIL_SERVER_LINK_HOURS = 24
export const INVITATION_DAYS = 7
/** How long two people have to agree to a new owner. */
export const HAND_OVER_DAYS = 3
/** How long a hand-over can be undone by the former owner, who says that it was somebody else. */
export const HAND_OVER_UNDO_HOURS = 24
export const PAY_LINK_DAYS = 14
/** Counted from the end of the subscription. Until then its owner can reactivate the account. */
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
/** How long a confirmed identity is good for sensitive changes of the same session. */
export const STEP_UP_MINUTES = 10
/** How long an operator can look at a person's account pages before the view must be begun anew. */
export const OPERATOR_VIEW_MINUTES = 15
/** How long the owner of the email can cancel the removal of a second factor that was lost. */
export const FACTOR_RECOVERY_HOURS = 24
/** The same if a mailed link set the password within so many days: whoever asks may have nothing but the mailbox. */
export const FACTOR_RECOVERY_HOURS_AFTER_RESET = 72
export const RESET_COUNTS_DAYS = 7
/** How long an authenticator may take to answer. A phone that is reached by a QR code takes a while. */
export const PASSKEY_MINUTES = 5
/** How long the former email of a person is told, too, that a second factor will be removed. */
export const FORMER_EMAIL_DAYS = 30

/**
 * How long after a charge its holder can dispute it. The card networks count 120 days from the end of the service, at most
 * 540 days from the charge.
 */
export const DISPUTE_WITHIN_DAYS = 540
