import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { DeskDeps } from './desk-deps.ts'

/** A list leaves the desk with the operator who downloads it. The empty parts of its filter are not noted. */
export async function noteDownload(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { actor, origin }: Pick<Operator, 'actor' | 'origin'>,
  wanted: { list: string } & Record<string, string>,
): Promise<void> {
  const details = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
  await recordAudit(db, { actor, action: 'list-downloaded', origin, details }, clock.now())
}
