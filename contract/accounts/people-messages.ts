import { roles } from './role-labels.ts'
import { permissions, type Role } from './roles.ts'

/** Messages about people, sessions and emails of an account. */

/** Tells someone who may not do it who may. */
export function onlyFor(allowed: readonly Role[], what = 'do this'): string {
  const who = allowed.map((role) => roles[role].one)
  return `Only ${who.join(' or ')} of the account can ${what}.`
}

export const wrongPassword = 'Your password is incorrect.'
export const formerPassword =
  'Your password is incorrect. It was changed a few minutes ago: enter the new one.'
export const alreadyInAccount = 'This person is already in your account.'
export const alreadyYourEmail = 'This is already your email.'
export const noSeatLeft = (seats: number) =>
  `All seats in your plan are taken (${seats} of ${seats}). Add agent access to your plan, or remove someone first.`
export const morePeopleThanSeats = (people: number) =>
  `Your account has ${people} people, including open invitations, and each of them needs agent access. Remove someone on the People page first. Nothing was changed.`
export const personGone = 'This person is no longer in your account. Please reload the page.'
export const invitationGone = 'This invitation is no longer open. Please reload the page.'
export const joinedAlready = 'This person has already joined the account.'
export const invitationInvalid =
  'This invitation no longer works. Please ask the person who invited you to send it again.'
export const invitationUsed =
  'This invitation has already been used. Sign in with your email and the password you chose.'
export const accountTakesNobody = 'This account has ended or is not set up yet, so nobody can join it.'
export const handOverOpen = 'A hand-over to a new owner is already open. Withdraw it first.'
export const handOverUnanswered = 'Open the link in your email again, and choose Agree or Refuse.'
export const noHandOver = 'No hand-over to a new owner is open.'
export const ownsAlready = 'This person already owns the account.'
export const formerOwnerStays = (until: string) =>
  `This person handed the account over and can undo that until ${until}. You can remove them after that.`
export const dialerGone = 'Your plan no longer has this dialer. Please reload the page.'
export const ownerHasNoOtherRole =
  'The owner of the account keeps this role until the account is handed over.'
export const notAnOwnerYet = 'Only someone who has joined the account can become its owner.'
export const alreadyGetsInvoices =
  'The owner already gets these emails. Enter someone else, or leave this empty.'
export const sessionGone = 'This session has already ended. Please reload the page.'
export const trustGone = 'This device is no longer trusted. Please reload the page.'
export const emailLinkInvalid =
  'This link no longer works. The change was canceled or replaced, or the link is more than a day old. Your email was not changed.'
export const emailTestInvalid =
  'This link no longer works. It is more than a day old, or the email was changed since. Sign in to send another test email.'
export const emailTestUsed = 'This link has already been used. We know that your email works.'
export const emailLinkUsed = 'This link has already been used, and your email was changed.'
/** For someone whose role has changed since the page was opened. */
export const appOfOthers = `${onlyFor(permissions['manage-apps'])} Nothing was changed.`
