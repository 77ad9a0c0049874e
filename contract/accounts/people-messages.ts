/** People, sessions and emails of an account. */

export const wrongPassword = 'This is not your password.'
export const alreadyInAccount = 'This person is in your account already.'
export const alreadyYourEmail = 'This is your email already.'
export const noSeatLeft = (seats: number) =>
  `Every person needs a seat, and all ${seats} of your plan are taken. Add agent access to your plan, or remove someone first.`
export const morePeopleThanSeats = (people: number) =>
  `${people} people are in your account, open invitations included, and each needs agent access. Remove someone on the People page first. Nothing was changed.`
export const personGone = 'This person is not in your account any more. Please reload the page.'
export const invitationGone = 'This invitation is not open any more. Please reload the page.'
export const invitationInvalid =
  'This invitation does not work any more. Please ask the person who invited you to send it again.'
export const invitationUsed =
  'This invitation was used already. Log in with your email and the password that you chose.'
export const notAnOwnerYet = 'Only someone who has joined the account can become its owner.'
export const alreadyGetsInvoices = 'You get these emails already. Name someone else, or leave this empty.'
export const sessionGone = 'This session has ended already. Please reload the page.'
export const emailLinkInvalid =
  'This link does not work any more: it was stopped or replaced, or it is older than a day. Your email is as it was.'
export const emailLinkUsed = 'This link was used already, and your email was changed.'
