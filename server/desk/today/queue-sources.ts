import { deskPages } from '#contract/desk/desk-pages.ts'
import type { QueueName } from '#contract/desk/today/queues.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { approvalRows, disputeRows, heldRows } from './decision-rows.ts'
import { leftRows, mailRows, setUpRows } from './help-rows.ts'
import { chargeRows, differenceRows, refundRows, renewalRows } from './money-rows.ts'
import type { Asked, PlacedRow } from './placed-row.ts'
import { jobRows, waitingRows } from './work-rows.ts'

export type QueueSource = {
  rows: (deps: DeskDeps, asked: Asked) => Promise<PlacedRow[]>
  /** The page that lists all of them, where there is one besides the queue's own. */
  allHref?: string
}

/** Where the rows of each queue come from, the ones to be done first on top. */
export const queueSources: Record<QueueName, QueueSource> = {
  disputes: { rows: disputeRows, allHref: deskPages.disputes.path },
  approvals: { rows: approvalRows, allHref: deskPages.approvals.path },
  held: { rows: heldRows, allHref: deskPages['held-sign-ups'].path },
  charges: { rows: chargeRows },
  refunds: { rows: refundRows },
  differences: { rows: differenceRows },
  'set-ups': { rows: setUpRows },
  jobs: { rows: jobRows },
  waiting: { rows: waitingRows },
  renewals: { rows: renewalRows },
  mails: { rows: mailRows },
  left: { rows: leftRows },
}
