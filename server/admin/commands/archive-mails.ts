import { type FileHandle, open } from 'node:fs/promises'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'
import { momentIn } from '../moment.ts'

const PART = 500
/** A hundred thousand emails. The command can be run again for the rest. */
const MOST_PARTS = 200

type Mail = { id: number; state: string; createdAt: Date }

/** The texts are left out: they may contain a link that still works. */
export const archiveMailsCommand: Command = {
  name: 'mail archive',
  says: 'Moves delivered and withheld emails, without their texts, to a file on the machine of the server, one JSON object per line.',
  flags: {
    before: { takes: 'MOMENT', says: 'only those written before then: a day or a time' },
    to: { takes: 'FILE', says: 'the file; what it contains already is kept' },
  },
  async run({ db }, { flag, actor, now }) {
    const before = momentIn(flag('before'))
    if (isRefused(before)) return before
    const path = flag('to')
    if (!before || !path) {
      return refuse('invalid-fields', {
        errors: 'Say which emails and where to: --before 2025-01-01 --to mails.jsonl',
      })
    }
    const file = await open(path, 'a', 0o600).catch((error: Error) => error)
    if (file instanceof Error) {
      return refuse('invalid-fields', { errors: `${path} cannot be written: ${file.message}` })
    }
    try {
      const { moved, isDone } = await moveParts(db, file, before)
      await recordAudit(db, { actor, action: 'mails-archived', details: { before, moved } }, now)
      return { said: `${moved} emails are now in ${path}.${isDone ? '' : ' There are more: run it again.'}` }
    } finally {
      await file.close()
    }
  },
}

/**
 * Oldest first, as they were written. A part is deleted only after the file is on the disk: if this is stopped
 * between the two, the next run writes some of them a second time, with the same ids.
 */
async function moveParts(db: Database, file: FileHandle, before: Date) {
  let moved = 0
  let after = 0
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const part = await db.many<Mail>(sql`
      select id, purpose, account_id as "accountId", recipient, subject, state, tries, message_id as "messageId",
        bounce, bounce_reason as "bounceReason", created_at as "createdAt", settled_at as "settledAt"
      from mails where id > ${after} order by id limit ${PART}`)
    const old = part.filter(({ createdAt }) => createdAt < before)
    const settled = old.filter(({ state }) => state === 'sent' || state === 'kept' || state === 'withheld')
    if (settled.length > 0) {
      await file.appendFile(settled.map((mail) => `${JSON.stringify(mail)}\n`).join(''))
      await file.sync()
      moved += await db.run(sql`delete from mails where id = any(${settled.map(({ id }) => id)}::bigint[])`)
    }
    if (old.length < PART) return { moved, isDone: true }
    after = part.at(-1)?.id ?? after
  }
  return { moved, isDone: false }
}
