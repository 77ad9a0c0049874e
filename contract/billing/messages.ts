import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'

export const holderIsNumber = 'Enter the name on the card, not its number.'
export const cardNumberWrong = 'This is not a valid card number. Please check each digit.'
export const cardExpired = 'This card has expired. Please check the date, or use another card.'
export const cardDeclined =
  'Your bank did not approve this card, and nothing was charged. Please check the number, date, code and address, or use another card. Your bank can tell you why.'
export const cardShort =
  'Your bank declined the payment for insufficient funds, and nothing was charged. Please use another card, or try again when there is enough money in the account.'
export const cardShortUnchanged =
  'Your bank declined this card for insufficient funds. Nothing was changed and nothing was charged. Please use another card, or try again when there is enough money in the account.'
export const cardNotApproved =
  'Your bank did not approve this card. Nothing was changed and nothing was charged. Please check the number, date and code, or use another card. Your bank can tell you why.'
/** Why a bank refused a card on file for good. A lost or stolen card is not named: its finder may read this. */
export const refusalsForGood: { declined: string } & Record<string, string> = {
  declined: 'Your bank told us not to charge this card again.',
  closed: 'Your bank says the account for this card is closed.',
  expired: 'Your bank says this card has expired.',
  'wrong-number': 'Your bank does not recognize this card number.',
}
/** For people with a payment link, who need not be of the account. */
export const cardNotAccepted = 'The bank no longer accepts the card on file.'
export const cardNotAcceptedUntil = (freeAt: string) =>
  `The card on file was declined too many times. You can try it again after ${freeAt}.`
export const cardNotAcceptedNow = `${cardNotAccepted} Nothing was charged. Please use another card.`
export const cardNotChargedAgain = (reason: string) =>
  `${refusalsForGood[reason] ?? refusalsForGood.declined} Nothing was charged. Please use another card.`
export const cardTriedTooOften = (freeAt: string) =>
  `This card was declined too many times, and nothing was charged. You can try it again after ${freeAt}, or use another card now.`
export const bankBusy =
  'Your bank could not approve the payment at the moment, and nothing was charged. Please try again in a few hours, or use another card.'
export const gatewayAway =
  'We could not reach the bank, and nothing was charged. Please try again in a minute.'
export const cardNotChecked =
  'We could not reach the bank. Your card was not changed and nothing was charged. Please try again in a minute.'
export const notCharged = 'The payment did not go through, and nothing was charged. Please try again.'
export const paymentUnderWay =
  'A payment for this email is being confirmed right now. Please wait a minute and check your email before you try again.'
export const paymentRefused =
  'We cannot take this payment online, and nothing was charged. Please try again in an hour, or call us for help.'
export const tooManySignUps =
  'We cannot take another sign-up online today, and nothing was charged. Please try again tomorrow, or call us for help.'
export const noCardOnFile = 'There is no card on file. Please enter one.'
export const cardsHaveChanged =
  'Your cards have changed since you opened this page. Nothing was charged. Please check which card pays and try again.'
export const backupIsFirst =
  'This card is already on file. Enter a different card as your backup. Nothing was charged.'
export const otherAmounts =
  'The amounts have changed since you opened this page. Nothing was charged. Please check them and confirm again.'
export const otherAmountNow = (total: string) =>
  `The amount to pay has changed since you opened this page. It is now ${total}. Nothing was charged. Please check the amounts and confirm again.`
export const otherOpenAmount = (total: string) =>
  `The amount to pay has changed since you opened this page. It is now ${total}. Nothing was charged, and the card on file is still the same. Please check the amount and confirm again.`
export const reloadToSee = 'Reload this page to see the current amounts.'
export const endedMeanwhile = 'This account has ended. If you were charged, the money goes back to your card.'
export const accountHasEnded = 'This account has ended. Nothing was charged.'
export const nothingChanges = 'This is the plan you already have. Make a change before you confirm.'
export const planIsOnHold = 'Your plan is on hold. End the hold first, then change the plan.'
export const planIsCanceled = 'Your subscription is canceled. Undo the cancellation first.'
export const nothingToHold = 'There is no active subscription to put on hold.'
export const alreadyOnHold =
  'A hold can last up to three months, with at least one full month between holds. Please call us if you need more.'
export const endHoldWhenPaid = 'This month’s bill is not paid yet. You can end the hold once it is.'
export const nothingOnHold = 'There is no active subscription, so nothing is on hold.'
export const nothingToCancel = 'There is no active subscription to cancel.'
export const nothingToUndo = 'There is no cancellation to undo. It may have already taken effect.'
export const nothingPlanned =
  'No change is planned for next month. Reload this page to see your current plan.'
export const tooLateToReactivate = `This account ended more than ${REACTIVATE_WITHIN_DAYS} days ago and can no longer be reactivated online. Please call us, or sign up for a new account.`
export const alreadyActive = 'Your account is already active. Nothing was charged for this order.'
export const cannotReactivate = 'This account cannot be reactivated online. Please call us.'
export const payLinkInvalid =
  'This payment link is no longer valid. Please sign in to pay, or use the link in our latest email.'
export const paymentOfAccountUnderWay =
  'A payment for this account is being confirmed right now. Please wait a minute and try again.'
export const tooManyPayments = (minutes: number) =>
  `Too many payments for this account did not go through. Nothing was charged this time. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again, or call us.`
export const otherTotal = (total: string) =>
  `The price has changed since you opened this page: your plan now costs ${total} a month. Nothing was charged. Please check your plan and pay again.`
export const payAgainIsSafe = 'Press PAY NOW again: you will not be charged twice.'
export const tryAgainIsSafe = 'Try again: you will not be charged twice.'
export const otherBody =
  'This payment was already sent with different details. Please reload the page and try again.'
export const signUpPaid =
  'You have already paid for this sign-up. Your account is being set up. Please wait for your confirmation email, then sign in.'
export const signUpConfirming =
  'Your payment for this sign-up is being confirmed. Please wait. You will not be charged twice.'
export const signUpChanged =
  'The form has changed since your last attempt. Nothing was charged. Please press PAY NOW again.'
export const signUpUnderReview =
  'We are checking your sign-up. Nothing has been charged. We will email you within a day. You do not need to sign up again.'
export const emailUnderReview =
  'We are checking a sign-up with this email. Nothing has been charged. We will email you within a day. You do not need to sign up again.'
export const signUpRefused =
  'We could not accept this sign-up, and nothing was charged. Please call us for help.'
export const signUpExpired =
  'We did not finish checking this sign-up within a day, so we closed it. Nothing was charged. Please sign up again.'
export const signUpHasAccount =
  'There is an account with this email now, so nothing was charged. Please sign in.'
export const changeTooLate =
  'Your bank confirmed the payment after your month had ended, so your plan was not changed. We are returning the money to your card. Please check the new amounts and confirm again.'
export const paidAfterTheEnd =
  'Your bank confirmed the payment after the account had ended. We are returning the money to your card.'
export const changeImpossible =
  'Your bank confirmed the payment after your subscription had changed, so this change was not made. We are returning the money to your card.'

/** Why an operator cannot do something for a caller, keyed like the customer's own messages. */
export const callerMessages = {
  nothingToCancel: 'There is no active subscription to cancel.',
  nothingToUndo: 'There is no cancellation to undo, or its last day has passed.',
  nothingToHold: 'There is no active subscription to put on hold.',
  nothingOnHold: 'There is no active subscription, so nothing is on hold.',
  planIsCanceled: 'The subscription is canceled. Undo the cancellation first.',
  alreadyOnHold:
    'The plan is on hold, or was within the last month. A hold lasts up to three months, with a full month between two.',
  paymentUnderWay: 'A payment is being confirmed right now. Wait a minute and try again.',
  unpaid: 'The bill of this month is unpaid. The plan can go on hold once it is paid.',
  endHoldWhenPaid: 'The bill of this month is not paid yet. The hold can be ended once it is.',
} as const
