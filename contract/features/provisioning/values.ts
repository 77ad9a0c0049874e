import type { AnswerOf } from '#contract/wire/call.ts'
import type { followProvisioning } from './calls.ts'

/** The server's description of a new account's provisioning progress. */
export type ProvisioningNews = AnswerOf<typeof followProvisioning>['data']
