import type { AnswerOf } from '#contract/wire/call.ts'
import type { followSetUp } from './calls.ts'

/** How far the set-up of a new account is, in the server's words. */
export type SetUpNews = AnswerOf<typeof followSetUp>['data']
