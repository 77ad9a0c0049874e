import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { takeReturned } from '#server/platform/mail/take-returned.ts'
import { isRealDay } from '#server/platform/real-day.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

const PART = 2_000
/** A hundred thousand emails. The command says where the next run continues. */
const MOST_PARTS = 50
/**
 * Ids and dates grow together, but a resent email gets a new date under its old id. Ten thousand newer ones
 * in a row are not just resent ones.
 */
const NEWER_PARTS_AT_END = 5

const SETTLED = ['sent', 'kept', 'withheld']

type Mail = { id: number; state: string; createdAt: Date }
type Archiving = { file: FileHandle; name: string; before: Date; after: number; actor: string; now: Date }

/** The texts are omitted: they may contain a link that still works. */
export const archiveMailsCommand: Command = {
  name: 'mail archive',
  says: 'Moves delivered and withheld emails, without their texts, to a file on the machine of the server, one JSON object per line.',
  flags: {
    before: { takes: 'MOMENT', says: 'only those written before then: a day or a time' },
    to: { takes: 'FILE', says: 'the file; what it contains already is kept' },
    after: { takes: 'ID', says: 'where a run that was too long for one goes on, as it said' },
  },
  async run({ db }, { flag, actor, now }) {
    const before = momentIn(flag('before'))
    const to = flag('to')
    if (!before || !to) {
      throw refuse('invalid-fields', {
        errors: 'Say which emails and where to: --before 2025-01-01 --to mails.jsonl',
      })
    }
    const after = flag('after') ?? '0'
    if (!/^\d{1,15}$/.test(after)) throw refuse('invalid-fields', { errors: '--after must be an id.' })
    const file = await open(to, 'a', 0o600).catch((error: Error) => error)
    if (file instanceof Error) {
      throw refuse('invalid-fields', { errors: `${to} cannot be written: ${file.message}` })
    }
    try {
      const name = path.basename(to)
      const { moved, next } = await moveParts(db, { file, name, before, after: Number(after), actor, now })
      const more = next === undefined ? '' : ` There may be more: run it again with --after ${next}.`
      return { said: `${moved} emails are now in ${to}.${more}` }
    } finally {
      await file.close()
    }
  },
}

/** In id order, each batch separately. */
export async function moveParts(
  db: Database,
  archiving: Archiving,
  mostParts = MOST_PARTS,
): Promise<{ moved: number; next?: number }> {
  let { after } = archiving
  let moved = 0
  let newerParts = 0
  for (let parts = 0; parts < mostParts; parts += 1) {
    const part = await db.many<Mail>(sql`
      select id, purpose, account_id as "accountId", recipient, subject, state, tries, message_id as "messageId",
        bounce, bounce_reason as "bounceReason", created_at as "createdAt", settled_at as "settledAt"
      from mails where id > ${after} order by id limit ${PART}`)
    const old = part.filter(({ createdAt }) => createdAt < archiving.before)
    const settled = old.filter(({ state }) => SETTLED.includes(state))
    moved += await movePart(db, settled, archiving)
    newerParts = old.length === 0 ? newerParts + 1 : 0
    if (part.length < PART || newerParts === NEWER_PARTS_AT_END) return { moved }
    after = part.at(-1)?.id ?? after
  }
  return { moved, next: after }
}

/**
 * Deleted only after the file is on disk, and together with the audit entry: interrupted between the two, the
 * next run writes some of them again, with the same ids. Emails resent meanwhile are not deleted.
 */
async function movePart(db: Database, mails: Mail[], archiving: Archiving): Promise<number> {
  if (mails.length === 0) return 0
  const { file, name, before, actor, now } = archiving
  await file.appendFile(mails.map((mail) => `${JSON.stringify(mail)}\n`).join(''))
  await file.sync()
  return db.transaction(async (tx) => {
    const moved = await tx.run(sql`
      delete from mails
      where id = any(${mails.map(({ id }) => id)}::bigint[]) and state = any(${SETTLED}::text[]) and created_at < ${before}`)
    const details = { before, moved, firstId: mails[0]?.id, lastId: mails.at(-1)?.id, file: name }
    if (moved > 0) await recordAudit(tx, { actor, action: 'mails-archived', details }, now)
    return moved
  })
}

/** A day (its start in UTC) or a time in ISO 8601; undefined if nothing was given. */
function momentIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const isWritten = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const moment = new Date(text)
  if (isWritten && isRealDay(text.slice(0, 10)) && !Number.isNaN(moment.getTime())) return moment
  throw refuse('invalid-fields', {
    errors: `${text} is not a valid time. Enter a day like 2026-12-01, or a time with its zone like 2026-12-01T05:00:00Z.`,
  })
}

export const takeReturnedCommand: Command = {
  name: 'mail returned',
  takes: 'FILE',
  takesInput: true,
  says: 'Takes in a message that came back (a delivery status notification or a feedback report) from a file, or from a mail server’s pipe with -.',
  async run(deps, { input, now }) {
    if (input.trim() === '') throw refuse('invalid-fields', { errors: 'There is nothing to read.' })
    const outcome = await takeReturned(deps, input, now)
    // None of these is an error: a mail server would only retry, or return the notice to its sender.
    const messages = {
      noted: 'Noted.',
      'no bounce': 'It does not say that a mail failed. Nothing was done.',
      'unknown mail': 'It is not about a mail of ours. Nothing was done.',
    }
    return { said: messages[outcome] }
  },
}
