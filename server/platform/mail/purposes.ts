/**
 * The purpose of every mail. Mails to a bounced email are withheld, unless the table says why they are sent
 * anyway:
 * - law: bills, receipts, refunds, price changes, the end of a contract. We must send them, whatever
 *   happens to them; they are also in the account.
 * - security: what somebody else may have done. It reaches anyone who still reads the mailbox.
 * - asked: somebody just requested this mail, and cannot continue without it.
 */
type Purpose = {
  inSpite?: 'law' | 'security' | 'asked'
  /** Only a one-time link: it cannot be rendered again, only requested again. */
  isLink?: true
  /** Sent to someone who is not in the account, yet or any longer. */
  isToOutsider?: true
}

const purposes = {
  receipt: { inSpite: 'law' },
  'renewal-receipt': { inSpite: 'law' },
  'payment-failed': { inSpite: 'law' },
  'last-day': { inSpite: 'law' },
  expired: { inSpite: 'law' },
  ended: { inSpite: 'law' },
  canceled: { inSpite: 'law' },
  'cancel-undone': { inSpite: 'law' },
  held: { inSpite: 'law' },
  'hold-ends': { inSpite: 'law' },
  'hold-ended': { inSpite: 'law' },
  'plan-planned': { inSpite: 'law' },
  'plan-kept': { inSpite: 'law' },
  'plan-changed': { inSpite: 'law' },
  reactivated: { inSpite: 'law' },
  refunded: { inSpite: 'law' },
  credited: { inSpite: 'law' },
  'credit-taken-back': { inSpite: 'law' },
  'bill-waived': { inSpite: 'law' },
  'month-extended': { inSpite: 'law' },
  'payment-returned': { inSpite: 'law' },
  disputed: { inSpite: 'law' },
  'dispute-won': { inSpite: 'law' },
  'dispute-lost': { inSpite: 'law' },

  'password-changed': { inSpite: 'security' },
  'email-change-asked': { inSpite: 'security' },
  'email-changed': { inSpite: 'security' },
  'not-me': { inSpite: 'security', isLink: true },
  'new-device': { inSpite: 'security' },
  'second-factor-on': { inSpite: 'security' },
  'second-factor-off': { inSpite: 'security' },
  'second-factor-recovery': { inSpite: 'security' },
  'second-factor-removed': { inSpite: 'security' },
  'second-factor-demand': { inSpite: 'security' },
  'recovery-code-used': { inSpite: 'security' },
  'recovery-codes-renewed': { inSpite: 'security' },
  'passkey-added': { inSpite: 'security' },
  'passkey-removed': { inSpite: 'security' },
  'passkey-recovery': { inSpite: 'security' },
  'passkeys-removed': { inSpite: 'security' },
  'card-changed': { inSpite: 'security' },
  'backup-card': { inSpite: 'security' },
  'outgoing-mail-changed': { inSpite: 'security' },
  'handed-over': { inSpite: 'security' },
  'new-partner': { inSpite: 'security' },
  'hand-over-asked': { inSpite: 'security' },
  'hand-over-ended': { inSpite: 'security' },

  'password-reset': { inSpite: 'asked', isLink: true },
  'email-change': { inSpite: 'asked', isLink: true, isToOutsider: true },
  'email-test': { inSpite: 'asked', isLink: true },
  invitation: { inSpite: 'asked', isLink: true },
  'pay-link': { inSpite: 'asked' },
  'resume-sign-up': { inSpite: 'asked', isLink: true },
  'sign-up-declined': { inSpite: 'asked' },
  'sign-up-expired': { inSpite: 'asked' },
  'sign-up-has-account': { inSpite: 'asked' },
  'sign-up-held': { inSpite: 'asked' },
  'sign-up-not-charged': { inSpite: 'asked' },
  'sign-up-refused': { inSpite: 'asked' },

  ready: {},
  'app-disconnected': {},
  'card-expires': {},
  'card-closed': {},
  'billing-contact-named': {},
  'billing-contact-changed': {},
  'second-factor-demanded': {},
  'person-joined': {},
  'person-removed': { isToOutsider: true },
  'role-changed': {},
  'dialer-lost': {},
} satisfies Record<string, Purpose>

export type OwnPurpose = keyof typeof purposes
export const ownPurposes = Object.keys(purposes) as OwnPurpose[]
/** A copy goes to the billing contact. For legal duties the owner's copy counts. */
export type MailPurpose = OwnPurpose | `${OwnPurpose}-copy`

export function isSentInSpite(purpose: MailPurpose): boolean {
  return find(purpose).inSpite !== undefined
}

export function isOnlyLink(purpose: MailPurpose): boolean {
  return find(purpose).isLink === true
}

/** Legally required mails are about money or the contract. */
export function isAboutContract(purpose: MailPurpose): boolean {
  return find(purpose).inSpite === 'law'
}

/** A warning also concerns the email's previous holder. */
export function isToOutsider(purpose: MailPurpose): boolean {
  const { inSpite, isToOutsider } = find(purpose)
  return isToOutsider === true || inSpite === 'security'
}

/** Copies are not in the table: none of its rules apply to them. */
function find(purpose: MailPurpose): Purpose {
  return Object.hasOwn(purposes, purpose) ? purposes[purpose as OwnPurpose] : {}
}
