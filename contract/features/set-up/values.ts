import type { AnswerOf } from '#contract/wire/call.ts'
import type { followSetUp } from './calls.ts'

/** The server's description of a new account's provisioning progress. */
export type SetUpNews = AnswerOf<typeof followSetUp>['data']
