import type { DisputeRow, DisputesValues } from '#contract/desk/disputes/values.ts'
import type { Query } from '#contract/wire/query.ts'
import {
  type DisputePlace,
  listDisputes,
  listOpenDisputes,
  placeOf,
} from '#server/billing/disputes/list-disputes.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { utcMoment } from '../utc-moment.ts'

const ROWS = 50

export async function showDisputes(
  { db }: Pick<DeskDeps, 'db'>,
  { show, after: text }: Query,
): Promise<DisputesValues> {
  const after = readPlace(text)
  const list = show === 'all' ? listDisputes : listOpenDisputes
  const found = await list(db, { after, limit: ROWS + 1 })
  const rows = found.slice(0, ROWS)
  const last = rows.at(-1)
  return {
    show: show === 'all' ? 'all' : 'open',
    rows: rows.map(shown),
    next: found.length > ROWS && last ? writePlace(placeOf(last)) : null,
    isFirst: after === undefined,
  }
}

function shown({ id, state, replyBy, openedOn, amountCents, lostCents, reason, pin, company }: DisputeRow) {
  return { id, state, replyBy, openedOn, amountCents, lostCents, reason, pin, company }
}

function writePlace({ state, day, row }: DisputePlace): string {
  return `${state}.${day}.${row}`
}

/** Undefined if it is none: the list then begins at its beginning. */
function readPlace(text = ''): DisputePlace | undefined {
  const [, state, day = '', row] =
    /^(open|decided)\.([1-9]\d{3}-\d\d-\d\d|infinity)\.(\d{1,15})$/.exec(text) ?? []
  if (day !== 'infinity' && !(utcMoment(day, 'before') instanceof Date)) return undefined
  return { state: state === 'open' ? 'open' : 'decided', day, row: Number(row) }
}
