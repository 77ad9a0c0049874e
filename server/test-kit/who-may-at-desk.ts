import type { DeskPermission } from '#contract/desk/desk-roles.ts'
import { figureAccountsFile, figuresFile } from '#contract/desk/figures.ts'
import { cancellationsFile, feedbackFile } from '#contract/desk/reasons.ts'

/** What each desk file requires (`deskFile`). Pages and calls declare it in the contract. */
export const deskFiles: Record<string, DeskPermission> = {
  'GET /desk/disputes/:id/evidence.pdf': 'money',
  'GET /desk/accounts/:number/bills/:bill/bill.pdf': 'read',
  'GET /desk/accounts/:number/credit-notes/:note/credit-note.pdf': 'read',
  'GET /desk/audit/audit.csv': 'read',
  [`GET ${figuresFile}`]: 'read',
  [`GET ${figureAccountsFile}`]: 'read',
  [`GET ${cancellationsFile}`]: 'read',
  [`GET ${feedbackFile}`]: 'read',
}
