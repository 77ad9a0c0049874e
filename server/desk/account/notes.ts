import type {
  addNote as addNoteCall,
  DeskNote,
  strikeNote as strikeNoteCall,
} from '#contract/desk/account.ts'
import * as messages from '#contract/desk/account.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { once } from '#server/platform/idempotency.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { momentIn } from '../desk-moment.ts'
import { findAccount } from '../find-account.ts'
import { listNotes, type NoteRow } from './timeline-queries.ts'

const SHOWN = 20
type Answer = { data: { notes: DeskNote[] } }
type Noted = { id: number; timeZone: string }

/** The newest; all of them are on the timeline. */
export async function listNewestNotes(db: Db, { id, timeZone }: Noted, now: Date): Promise<DeskNote[]> {
  const rows = await listNotes(db, id, { at: now.toISOString(), id: Number.MAX_SAFE_INTEGER, limit: SHOWN })
  return rows.map((row) => shownNote(row, timeZone))
}

function shownNote({ id, words, writtenBy, at, struckBy, struckAt }: NoteRow, timeZone: string): DeskNote {
  return {
    id,
    words,
    by: emailOf(writtenBy),
    at: momentIn(timeZone, at),
    struck: struckBy && struckAt ? { by: emailOf(struckBy), at: momentIn(timeZone, struckAt) } : null,
  }
}

function emailOf(actor: string): string {
  return actor.replace(/^operator:/, '')
}

/** The same form sent twice is one note; a key with other content is refused, so that no text is lost. */
export function addNote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  number: string,
  { words, key }: ParsedBodyOf<typeof addNoteCall>,
  { actor }: Pick<Operator, 'actor'>,
): Promise<Answer | Refused> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, number)
    if (!account) return refuse('not-found')
    const { id: accountId } = account
    await once(tx, { scope: 'note', key, by: actor, body: { accountId, words } }, now, async () => {
      const { id } = await tx.one<{ id: number }>(sql`
        insert into account_notes (key, account_id, written_by, words, created_at)
        values (${key}, ${accountId}, ${actor}, ${words}, ${now}) returning id`)
      await recordAudit(tx, { actor, action: 'note-added', accountId, details: { note: id } }, now)
      return id
    })
    return { data: { notes: await listNewestNotes(tx, account, now) } }
  })
}

/** It stays readable, with who struck it out. */
export function strikeNote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  number: string,
  { note_id }: ParsedBodyOf<typeof strikeNoteCall>,
  { actor }: Pick<Operator, 'actor'>,
): Promise<Answer | Refused> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, number)
    if (!account) return refuse('not-found')
    const struck = await tx.run(sql`
      update account_notes set struck_at = ${now}, struck_by = ${actor}
      where id = ${note_id} and account_id = ${account.id} and struck_at is null`)
    if (struck === 0) return refuse('not-found', { errors: messages.noteGone })
    await recordAudit(
      tx,
      { actor, action: 'note-struck', accountId: account.id, details: { note: note_id } },
      now,
    )
    return { data: { notes: await listNewestNotes(tx, account, now) } }
  })
}
