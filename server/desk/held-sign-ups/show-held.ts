import type { HeldValues } from '#contract/desk/held-sign-ups/values.ts'
import { listHeld } from '#server/billing/orders/list-held.ts'
import type { DeskDeps } from '../desk-deps.ts'

const ROWS = 200

export async function showHeld({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<HeldValues> {
  const held = await listHeld(db, clock.now(), ROWS + 1)
  const rows = held.slice(0, ROWS).map(({ address, customerState, company, until, ...row }) => ({
    ...row,
    until: until.toISOString(),
    company: company ?? '',
    ip: address,
    customerState: customerState ?? '',
  }))
  return { rows, isCut: held.length > ROWS }
}
