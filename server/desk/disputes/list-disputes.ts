import type { DisputeRow, DisputesValues } from '#contract/desk/disputes/values.ts'
import type { Query } from '#contract/wire/query.ts'
import {
  DISPUTES_AT_MOST,
  type DisputePlace,
  listDisputesBefore,
  listOpenDisputes,
} from '#server/billing/disputes/list-disputes.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { utcMoment } from '../utc-moment.ts'

const ROWS = 50
const EVERY_DAY = '0001-01-01'
const AFTER_ALL: DisputePlace = { openedOn: '9999-12-31', row: Number.MAX_SAFE_INTEGER }

export async function showDisputes(
  { db }: Pick<DeskDeps, 'db'>,
  { show, before }: Query,
): Promise<DisputesValues> {
  if (show === 'all') return showAll(db, placeIn(before))
  const open = await listOpenDisputes(db, EVERY_DAY)
  return {
    show: 'open',
    rows: open.map((row) => shown({ ...row, lostCents: 0 })),
    older: null,
    isNewest: true,
    isCut: open.length === DISPUTES_AT_MOST,
  }
}

async function showAll(db: DeskDeps['db'], place: DisputePlace | undefined): Promise<DisputesValues> {
  const found = await listDisputesBefore(db, place ?? AFTER_ALL, ROWS + 1)
  const rows = found.slice(0, ROWS)
  const last = rows.at(-1)
  return {
    show: 'all',
    rows: rows.map(shown),
    older: found.length > ROWS && last ? `${last.openedOn}.${last.row}` : null,
    isNewest: place === undefined,
    isCut: false,
  }
}

function shown({ id, state, replyBy, openedOn, amountCents, lostCents, reason, pin, company }: DisputeRow) {
  return { id, state, replyBy, openedOn, amountCents, lostCents, reason, pin, company }
}

/** Undefined if it is none: the list then begins with the newest. */
function placeIn(text = ''): DisputePlace | undefined {
  const [, day = '', row] = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/.exec(text) ?? []
  return utcMoment(day, 'before') instanceof Date ? { openedOn: day, row: Number(row) } : undefined
}
