import * as messages from '#contract/messages.ts'

/** Every way in which the server says no: one table. */
export const problems = {
  'invalid-fields': { status: 400, words: messages.unreadable },
  unreadable: { status: 400, words: messages.unreadable },
  'forbidden-character': { status: 400, words: messages.forbiddenCharacter },
  'wrong-credentials': { status: 401, words: messages.invalidLogin },
  'signed-out': { status: 401, words: messages.signedOut },
  'unproven-partner': { status: 401, words: messages.partnerUnproven },
  'invalid-token': { status: 401, words: messages.tokenInvalid },
  'suspended-account': { status: 403, words: messages.tokenOfSuspended },
  'narrow-token': { status: 403, words: messages.tokenTooNarrow },
  'out-of-reach': { status: 403, words: messages.outOfReach },
  'owner-only': { status: 403, words: messages.ownerOnly },
  'wrong-origin': { status: 403, words: messages.wrongOrigin },
  'not-found': { status: 404, words: messages.notFound },
  'link-invalid': { status: 404, words: messages.resetLinkInvalid },
  'resume-link-invalid': { status: 404, words: messages.resumeLinkInvalid },
  'pay-link-invalid': { status: 404, words: messages.payLinkInvalid },
  'other-body': { status: 409, words: messages.otherBody },
  'too-large': { status: 413, words: messages.tooLarge },
  'wrong-encoding': { status: 415, words: messages.wrongEncoding },
  throttled: { status: 429, words: messages.tryLater(1) },
  broken: { status: 500, words: messages.broken },
  busy: { status: 503, words: messages.busy },
  unavailable: { status: 503, words: messages.unavailable },
} as const

export type ProblemCode = keyof typeof problems
