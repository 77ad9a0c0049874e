/** Every sentence that a rule or a call may say, once: the page and the server take it from here. */
export const messages = {
  required: 'This field is required',
  minLength: (n: number) => `Minimum ${n} characters required`,
  maxLength: (n: number) => `Maximum ${n} characters required`,
  isEmail: 'Enter a valid email address',
  isPostalCode: 'Enter a valid zip code',
  isNumeric: 'Enter a valid number',
  isPhone: 'This phone is prohibited',
  notText: 'Enter this as text',
  notAFlag: 'Answer yes or no',
  notAChoice: 'Choose one of the listed options',
  countBetween: (least: number, most: number) => `Choose a whole number from ${least} to ${most}`,

  emailsDiffer: 'Your email and confirmation email do not match.',
  passwordsDiffer: 'Two password fields don`t match',
  termsNotAccepted: 'Please accept terms and conditions.',
  chooseAtLeastOne: 'Please, choose at least one option',
  chooseDialer: 'Please select at least 1 single line or triple line power dialer.',
  chooseDataService: 'Please select at least one data service.',
  moreDialersThanSeats:
    'You have selected more dialer licenses than you have selected CRM licenses. This is usually a mistake so we have reset the dialer values to zero. Please make sure the number of dialer licenses you select matches the number of CRM licenses you select.',
  moreRecordingThanSeats:
    'The Call Recording Feature licenses can`t exceed the count of CRM licenses selected. Please provide the correct value.',
  moreCallMeThanSeats:
    'The Call Me Feature licenses can`t exceed the count of CRM licenses selected. Please provide the correct value.',

  cardNumberWrong: 'This cannot be a card number. Please check each digit.',
  cardExpired: 'This card has expired. Please use another one, or check the date.',
  cardDeclined:
    'Your bank did not approve this card, and nothing was charged. Please check the number, date, code and address, or use another card. Your bank can tell you why.',
  gatewayAway: 'The bank could not be reached, and nothing was charged. Please try again in a minute.',
  notCharged: 'The payment did not go through, and nothing was charged. Please try again.',
  paymentUnderWay:
    'A payment for this email is being confirmed right now. Please wait a minute, then check your e-mail before you try again.',
  paymentRefused:
    'We cannot take this payment online, and nothing was charged. Please wait an hour, or call us and we will help you.',
  otherTotal: (total: string) =>
    `The price has changed since you opened this page: your plan now costs ${total} a month. Nothing was charged. Please check your plan and pay again.`,
  otherBody: 'This payment was already sent with other details. Please reload the page and try again.',

  invalidLogin: 'Invalid login/password',
  chooseAccount: 'Choose which account to use.',
  networkError: 'Network Error',
  serverError: 'Server error.',
  emailTaken: 'This email is already taken. Please use different email.',
  signUpUnfinished: 'Account with this email already exists but sign-up wasn`t finished yet.',
  resetLinkInvalid: 'Unfortunately the link did not work. Please, attempt to restore the password once more',
  partnerPageInvalid: 'Oops! Page is no longer valid.',
  pageDoesNotExist: 'Page does not exist',

  unreadable: 'The request could not be read. Please reload the page and try again.',
  tooLarge: 'The request is larger than this service accepts.',
  wrongEncoding: 'The request has a content type that this address does not take.',
  forbiddenCharacter: 'Remove the character that cannot be stored and try again.',
  wrongOrigin: 'This request did not come from our own pages. Please reload the page and try again.',
  notFound: 'There is nothing at this address.',
  tryLater: (minutes: number) =>
    `Too many tries. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`,
  busy: 'We are very busy right now. Please try again in a moment.',
  unavailable: 'This is not available right now. Please try again in a moment.',
  broken: 'Something went wrong on our side. Please try again; if it happens again, contact support.',
} as const
