import * as signInMessages from '#contract/accounts/sign-in-messages.ts'
import * as paymentMessages from '#contract/billing/messages.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import * as partnerMessages from '#contract/partners/messages.ts'
import * as serverMessages from '#contract/wire/server-messages.ts'

/** Every way in which the server says no: one table. */
export const problems = {
  'invalid-fields': { status: 400, words: serverMessages.unreadable },
  unreadable: { status: 400, words: serverMessages.unreadable },
  'forbidden-character': { status: 400, words: serverMessages.forbiddenCharacter },
  'wrong-credentials': { status: 401, words: signInMessages.invalidLogin },
  'signed-out': { status: 401, words: serverMessages.signedOut },
  'unproven-partner': { status: 401, words: partnerMessages.partnerUnproven },
  'invalid-token': { status: 401, words: partnerMessages.tokenInvalid },
  'suspended-account': { status: 403, words: partnerMessages.tokenOfSuspended },
  'narrow-token': { status: 403, words: partnerMessages.tokenTooNarrow },
  'out-of-reach': { status: 403, words: serverMessages.wrongScope },
  'owner-only': { status: 403, words: serverMessages.ownerOnly },
  'wrong-origin': { status: 403, words: serverMessages.wrongOrigin },
  'not-found': { status: 404, words: serverMessages.notFound },
  'link-invalid': { status: 404, words: signInMessages.resetLinkInvalid },
  'resume-link-invalid': { status: 404, words: signUpMessages.resumeLinkInvalid },
  'pay-link-invalid': { status: 404, words: paymentMessages.payLinkInvalid },
  'other-body': { status: 409, words: paymentMessages.otherBody },
  'too-large': { status: 413, words: serverMessages.tooLarge },
  'wrong-encoding': { status: 415, words: serverMessages.wrongEncoding },
  throttled: { status: 429, words: serverMessages.tryLater(1) },
  broken: { status: 500, words: serverMessages.broken },
  busy: { status: 503, words: serverMessages.busy },
  unavailable: { status: 503, words: serverMessages.unavailable },
} as const

export type ProblemCode = keyof typeof problems
