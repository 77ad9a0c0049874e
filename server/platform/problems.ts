import * as signInMessages from '#contract/accounts/sign-in.ts'
import * as paymentMessages from '#contract/billing/messages.ts'
import * as feedMessages from '#contract/features/feed.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import * as partnerMessages from '#contract/partners/messages.ts'
import * as serverMessages from '#contract/wire/server-messages.ts'

/** All refusals, with their HTTP status and default message. */
export const problems = {
  'invalid-fields': { status: 400, text: serverMessages.unreadable },
  unreadable: { status: 400, text: serverMessages.unreadable },
  'forbidden-character': { status: 400, text: serverMessages.forbiddenCharacter },
  'no-account-numbers': { status: 400, text: signUpMessages.noAccountNumbers },
  'wrong-credentials': { status: 401, text: signInMessages.invalidLogin },
  'signed-out': { status: 401, text: serverMessages.signedOut },
  'unproven-partner': { status: 401, text: partnerMessages.partnerUnproven },
  'invalid-token': { status: 401, text: partnerMessages.tokenInvalid },
  'suspended-account': { status: 403, text: partnerMessages.tokenOfSuspended },
  'narrow-token': { status: 403, text: partnerMessages.tokenTooNarrow },
  'out-of-reach': { status: 403, text: serverMessages.wrongScope },
  'other-person': { status: 403, text: serverMessages.otherPerson },
  'role-forbidden': { status: 403, text: serverMessages.roleForbidden },
  'step-up': { status: 403, text: serverMessages.stepUp },
  'read-only-view': { status: 403, text: serverMessages.readOnlyView },
  'wrong-origin': { status: 403, text: serverMessages.wrongOrigin },
  'not-found': { status: 404, text: serverMessages.notFound },
  'link-invalid': { status: 404, text: signInMessages.resetLinkInvalid },
  'resume-link-invalid': { status: 404, text: signUpMessages.resumeLinkInvalid },
  'pay-link-invalid': { status: 404, text: paymentMessages.payLinkInvalid },
  conflict: { status: 409, text: serverMessages.conflict },
  'other-body': { status: 409, text: paymentMessages.otherBody },
  'has-changed': { status: 409, text: serverMessages.hasChanged },
  'events-deleted': { status: 410, text: feedMessages.eventsDeleted },
  'too-large': { status: 413, text: serverMessages.tooLarge },
  'wrong-encoding': { status: 415, text: serverMessages.wrongEncoding },
  throttled: { status: 429, text: serverMessages.tryLater(1) },
  broken: { status: 500, text: serverMessages.broken },
  busy: { status: 503, text: serverMessages.busy },
  unavailable: { status: 503, text: serverMessages.unavailable },
} as const

export type ProblemCode = keyof typeof problems
