/** Paying. */

export const cardNumberWrong = 'This cannot be a card number. Please check each digit.'
export const cardExpired = 'This card has expired. Please use another one, or check the date.'
export const cardDeclined =
  'Your bank did not approve this card, and nothing was charged. Please check the number, date, code and address, or use another card. Your bank can tell you why.'
export const cardShort =
  'Your bank declined the payment for lack of funds, and nothing was charged. Please use another card, or try again when there is enough in the account.'
export const cardShortUnchanged =
  'Your bank declined this card for lack of funds, so nothing was changed and nothing was charged. Please use another card, or try again when there is enough in the account.'
export const cardNotApproved =
  'Your bank did not approve this card, so nothing was changed and nothing was charged. Please check the number, date and code, or use another card. Your bank can tell you why.'
export const gatewayAway =
  'The bank could not be reached, and nothing was charged. Please try again in a minute.'
export const cardNotChecked =
  'The bank could not be reached, and your card was not changed. Nothing was charged. Please try again in a minute.'
export const notCharged = 'The payment did not go through, and nothing was charged. Please try again.'
export const paymentUnderWay =
  'A payment for this email is being confirmed right now. Please wait a minute, then check your e-mail before you try again.'
export const paymentRefused =
  'We cannot take this payment online, and nothing was charged. Please wait an hour, or call us and we will help you.'
export const tooManySignUps =
  'We cannot take another sign-up online today, and nothing was charged. Please try again tomorrow, or call us and we will help you.'
export const noCardOnFile = 'There is no card on file. Please enter one.'
export const otherAmounts =
  'The amounts have changed since you opened this page. Nothing was charged. Please check them and confirm again.'
export const nothingChanges = 'This is the plan that you have. Change something, or leave it as it is.'
export const planIsHeld = 'Your plan is on hold. End the hold first, then change the plan.'
export const planIsCanceled = 'Your subscription is canceled. Take the cancellation back first.'
export const alreadyHeld =
  'A hold lasts at most three months, and a full month lies between two holds. Please call us if you need more.'
export const notHeld = 'Your plan is not on hold.'
export const nothingToCancel = 'There is no running subscription to cancel.'
export const nothingToUndo = 'There is no cancellation to take back. It may have taken effect already.'
export const nothingPlanned = 'Nothing was planned for the next month.'
export const tooLateToReactivate =
  'This account ended more than 90 days ago and cannot be brought back here. Please call us, or sign up anew.'
export const cannotReactivate = 'This account cannot be brought back here. Please call us.'
export const payLinkInvalid =
  'This payment link is no longer valid. Please sign in to pay, or use the link in the newest mail.'
export const paymentOfAccountUnderWay =
  'A payment for this account is being confirmed right now. Please wait a minute and try again.'
export const otherTotal = (total: string) =>
  `The price has changed since you opened this page: your plan now costs ${total} a month. Nothing was charged. Please check your plan and pay again.`
export const payAgainIsSafe = 'Press PAY NOW again: you will not be charged twice.'
export const tryAgainIsSafe = 'Try again: you will not be charged twice.'
export const otherBody =
  'This payment was already sent with other details. Please reload the page and try again.'
export const signUpPaid =
  'You have already paid for this sign-up. Your account is being set up: please wait for your confirmation e-mail, then log in.'
export const signUpConfirming =
  'Your payment for this sign-up is being confirmed. Please wait for the answer. You will not be charged twice.'
export const signUpChanged =
  'Something in the form was changed after your last try. Nothing was charged. Please press PAY NOW again.'
export const changeTooLate =
  'Your bank confirmed the payment only after your month had ended, so your plan stays as it was. The money goes back to your card. Please check the new amounts and confirm again.'
export const paidAfterTheEnd =
  'Your bank confirmed the payment only after the account had ended. The money goes back to your card.'
export const changeImpossible =
  'Your bank confirmed the payment only after your subscription had changed, so nothing else was changed. The money goes back to your card.'
