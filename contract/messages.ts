/** Every sentence that a rule or a call may say, once: the page and the server take it from here, by `import * as messages`. */

export const required = 'This field is required'
export const minLength = (n: number) => `Minimum ${n} characters required`
export const maxLength = (n: number) => `Maximum ${n} characters required`
export const isEmail = 'Enter a valid email address'
export const isPostalCode = 'Enter a valid zip code'
export const isNumeric = 'Enter a valid number'
export const isPhone = 'This phone is prohibited'
export const notText = 'Enter this as text'
export const notAFlag = 'Answer yes or no'
export const notAChoice = 'Choose one of the listed options'
export const countBetween = (least: number, most: number) => `Choose a whole number from ${least} to ${most}`

export const emailsDiffer = 'Your email and confirmation email do not match.'
export const passwordsDiffer = 'Two password fields don`t match'
export const termsNotAccepted = 'Please accept terms and conditions.'
export const chooseAtLeastOne = 'Please, choose at least one option'
export const chooseDialer = 'Please select at least 1 single line or triple line power dialer.'
export const chooseDataService = 'Please select at least one data service.'
export const moreDialersThanSeats =
  'You have selected more dialer licenses than you have selected CRM licenses. This is usually a mistake so we have reset the dialer values to zero. Please make sure the number of dialer licenses you select matches the number of CRM licenses you select.'
export const moreRecordingThanSeats =
  'The Call Recording Feature licenses can`t exceed the count of CRM licenses selected. Please provide the correct value.'
export const moreCallMeThanSeats =
  'The Call Me Feature licenses can`t exceed the count of CRM licenses selected. Please provide the correct value.'
export const oneSeat = 'A single user account has one login. Choose a multi user account for more.'
export const oneDialer = 'A single user account has one dialer. Choose a multi user account for more.'
export const serviceNotOffered =
  'This data service is not offered in your market. Please leave it out, or check the country and the MLS.'

export const cardNumberWrong = 'This cannot be a card number. Please check each digit.'
export const cardExpired = 'This card has expired. Please use another one, or check the date.'
export const cardDeclined =
  'Your bank did not approve this card, and nothing was charged. Please check the number, date, code and address, or use another card. Your bank can tell you why.'
export const gatewayAway =
  'The bank could not be reached, and nothing was charged. Please try again in a minute.'
export const notCharged = 'The payment did not go through, and nothing was charged. Please try again.'
export const paymentUnderWay =
  'A payment for this email is being confirmed right now. Please wait a minute, then check your e-mail before you try again.'
export const paymentRefused =
  'We cannot take this payment online, and nothing was charged. Please wait an hour, or call us and we will help you.'
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
export const otherBody =
  'This payment was already sent with other details. Please reload the page and try again.'

export const invalidLogin = 'Invalid login/password'
export const chooseAccount = 'Choose which account to use.'
export const networkError = 'Network Error'
export const serverError = 'Server error.'
export const emailTaken = 'This email is already taken. Please use different email.'
export const signUpUnfinished = 'Account with this email already exists but sign-up wasn`t finished yet.'
export const setUpRunning = 'Setting it up now: this line says when it is ready.'
export const setUpLate = 'It takes longer than usual. We will write to you.'
export const setUpReady = 'Your account is ready. You can log in now.'
export const resumeLinkSent =
  'If a sign-up was begun with this email, a link is on its way to it. It works once, for 24 hours, on any device.'
export const resumeLinkInvalid =
  'This link did not work: it was used already, is older than a day, or its sign-up has been finished.'
export const resetLinkInvalid =
  'Unfortunately the link did not work. Please, attempt to restore the password once more'

export const notAHost = 'Enter the name of a server, like smtp.example.com'
export const notAPort = 'Enter a port from 1 to 65535'
export const loginNeedsTls = 'Choose STARTTLS or TLS: without them anyone on the way could read the password.'
export const passwordAgain = 'Enter the password: it is kept for one server and user name only.'
export const smtpSending = (host: string) => `We are sending a verification mail through ${host}.`
export const smtpSent = (recipient: string) =>
  `We have sent a verification mail to ${recipient}. Open the link in it to finish.`
export const smtpVerified = (host: string) => `Your mails leave through ${host}.`
export const smtpNone = 'No mail server is set up. Your mails leave through ours.'
export const smtpNameNotFound = (host: string) =>
  `There is no server with the name ${host}. Please check how it is written.`
export const smtpNotPublic = (host: string) =>
  `${host} is not on the public internet. Please give the name under which your provider can be reached from anywhere.`
export const smtpRefused = (host: string, port: number) =>
  `${host} refuses connections on port ${port}. Please check the port, and the security that goes with it.`
export const smtpTimedOut = (host: string, port: number) =>
  `${host} did not answer in time on port ${port}. Please check server and port; a firewall may stand in between.`
export const smtpNoTls = (host: string, port: number) =>
  `${host} does not offer the security that you chose on port ${port}. Please try the other one, or another port.`
export const smtpBadCertificate = (host: string) =>
  `${host} could not prove who it is: its certificate is for another name, has expired, or is signed by nobody that we know. Please use the name that your mail provider gives.`
export const smtpWrongLogin = (host: string) =>
  `${host} did not accept the user name and password. Some providers want a password made for apps.`
export const smtpNotAccepted = (host: string, said: string) =>
  `${host} did not accept the mail. It said: ${said}`
export const smtpBrokenOff = (host: string) =>
  `${host} broke off the conversation. Please check server, port and security.`
export const smtpGaveUp = 'The verification mail could not be sent. Please try again.'
export const smtpLinkInvalid =
  'This link no longer works: it is older than a day, or the settings were changed since. Please send yourself a new one from Outgoing mail in your account.'
export const noOutgoingMail = 'There is no mail server to verify. Please save one first.'

export const partnerPageInvalid = 'Oops! Page is no longer valid.'
export const pageDoesNotExist = 'Page does not exist'

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
export const notAnOwnerYet = 'Only someone who has joined the account can become its owner.'
export const sessionGone = 'This session has ended already. Please reload the page.'
export const emailLinkInvalid =
  'This link does not work any more: it was used, stopped or replaced, or it is older than a day. Your email is as it was.'
export const partnerUnknown =
  'We do not know the partner that sent you here. Please go back and start again, or tell the partner: its client_id is not registered with us.'
export const partnerShutOut =
  'This partner cannot be let in at the moment. Please ask the partner, or our support team.'
export const redirectUriUnknown =
  'The partner asked to send you to an address that it has not registered with us, so we do not go there. Please tell the partner: its redirect_uri does not match.'
export const partnerAskedForNoCode =
  'The partner asked in a way that we do not support. Please tell the partner: response_type must be code.'
export const partnerAskedForTooMuch =
  'The partner asked for more than it may do. Please tell the partner: its scope is not allowed.'
export const partnerNeedsChallenge =
  'The partner left out a protection that it needs. Please tell the partner: code_challenge is missing.'
export const partnerChallengeWrong =
  'The partner asked in a way that is not safe. Please tell the partner: code_challenge must be 43 characters, and code_challenge_method must be S256.'
export const partnerStateTooLong =
  'The partner asked in a way that we cannot answer. Please tell the partner: its state is longer than 4000 characters.'
export const accountSuspended = (brandName: string) =>
  `Account suspended. Please pay for the services to continue using ${brandName}.`
export const accountEnded =
  'This account has ended. Please sign in and reactivate it, then let the partner in.'
export const accountBeingSetUp =
  'This account is still being set up. Please wait for your confirmation e-mail, then let the partner in.'
export const signUpFirst =
  'This account is waiting for its sign-up. Please finish it, then let the partner in.'
export const accountClosed = 'This account is closed. Please contact our support team by phone.'
export const pinDoesNotFit = 'No account that can be connected has this number. Please check its six digits.'
export const partnerCodeSpent =
  'This page was used already, or tried too often. Please start again at the partner.'
export const partnerRefusedCode =
  'The partner did not accept its own code: it may be too old. Please start again at the partner.'
export const partnerAway = 'The partner did not answer, and nothing was linked. Please try again in a minute.'

export const partnerUnproven = 'The client is unknown, shut out, or its secret does not fit.'
export const tokenInvalid = 'The token is unknown, expired or revoked.'
export const tokenTooNarrow = 'The token was not granted for this.'

export const unreadable = 'The request could not be read. Please reload the page and try again.'
export const tooLarge = 'The request is larger than this service accepts.'
export const wrongEncoding = 'The request has a content type that this address does not take.'
export const forbiddenCharacter = 'Remove the character that cannot be stored and try again.'
export const wrongOrigin =
  'This request did not come from our own pages. Please reload the page and try again.'
export const signedOut = 'You have been signed out. Please sign in again.'
export const outOfReach = 'This is not open to your sign-in.'
export const ownerOnly = 'Only the owner of the account can do this.'
export const notFound = 'There is nothing at this address.'
export const tryLater = (minutes: number) =>
  `Too many tries. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`
export const busy = 'We are very busy right now. Please try again in a moment.'
export const unavailable = 'This is not available right now. Please try again in a moment.'
export const broken =
  'Something went wrong on our side. Please try again; if it happens again, contact support.'
