import { RESUME_LINK_HOURS } from '#contract/calendar/lifetimes.ts'

export const cutToMost = (most: number) =>
  `Your link asks for more than ${most} licences of one kind. That is the most you can buy here, so your plan has ${most}.`
export const emailsDiffer = 'Your email and confirmation email do not match.'
export const termsNotAccepted = 'Please accept terms and conditions.'
export const chooseAtLeastOne = 'Please, choose at least one option'
export const chooseDialer = 'Please select at least 1 single line or triple line power dialer.'
export const chooseDataService = 'Please select at least one data service.'
export const noDialersInPackage =
  'A Data Only Account has no dialers. Remove them, or choose another package.'
export const noAddOnsInPackage =
  'A Data Only Account has no dialers to use this with. Remove it, or choose another package.'
export const callMeOrVoice = 'Call me and voice are not sold together. Remove one of them.'
export const noDataInPackage =
  'A Dialer Only Account has no data services. Remove this one, or choose another package.'
export const moreDialersThanSeats =
  'You have selected more dialer licenses than you have selected CRM licenses. This is usually a mistake so we have reset the dialer values to zero. Please make sure the number of dialer licenses you select matches the number of CRM licenses you select.'
export const moreRecordingThanSeats =
  'The Call Recording Feature licenses can`t exceed the count of CRM licenses selected. Please provide the correct value.'
export const moreCallMeThanSeats =
  'The Call Me Feature licenses can`t exceed the count of CRM licenses selected. Please provide the correct value.'
export const oneSeat = 'A single user account has one login. Choose a multi user account for more.'
export const oneDialer = 'A single user account has one dialer. Choose a multi user account for more.'
export const serviceNotOffered =
  'This data service is not available in your market. Remove it, or check the country and the MLS.'
export const otherBillingCountry =
  'Your address is in a different country. Choose that country, or clear the checkbox and enter the billing address.'
export const emailTaken = 'This email is already taken. Please use different email.'
export const emailHasAccount =
  'An account with this email already exists. Please sign in, or use a different email.'
export const signUpUnfinished = 'Account with this email already exists but sign-up wasn`t finished yet.'
export const noAccountNumbers =
  'We cannot open new accounts online at the moment, and nothing was charged. Please call us for help.'
export const setUpRunning = 'We are setting up your account. This message will change when it is ready.'
export const setUpLate = 'This is taking longer than usual. We will email you when your account is ready.'
export const nothingIsStored =
  'This browser does not let us store anything, so we could not restore your sign-up. Allow this site to store data and press Continue again, or open the link in another browser. It still works.'
export const setUpOver = 'Your account is no longer open. Sign in to see why.'
export const setUpReady = 'Success! Your account is ready. You can sign in now.'
export const choosePlan = (plan: string) => `Please choose your plan again: ${plan}.`
export const notSold = (item: string) => `“${item}” can no longer be ordered online.`
export const restOfPlan = 'The rest of your plan is kept.'
export const resumeLinkSent = `If you started a sign-up with this email, we sent a link to it. The link works once, for ${RESUME_LINK_HOURS} hours, on any device.`
export const resumeLinkInvalid = `This link did not work. It is more than ${RESUME_LINK_HOURS} hours old, or the sign-up is already finished.`
export const resumeLinkUsed = 'This link has already been used. It works only once.'
