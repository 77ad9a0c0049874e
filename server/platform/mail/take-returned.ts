import type { Config } from '#server/config/config.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { BounceKind } from './bounce-kinds.ts'
import { noteBounce } from './note-bounce.ts'
import { readReturned } from './read-returned.ts'
import { mailNamedBy } from './return-path.ts'

type Deps = { db: Database; config: Pick<Config, 'secrets'> }

/** What became of a notice. Nothing of it is an error: whoever sent it can do nothing about it. */
export type Taken = 'noted' | 'no bounce' | 'unknown mail'

/** A message that came back, as the mail server got it. */
export async function takeReturned({ db, config }: Deps, raw: string, now: Date): Promise<Taken> {
  const { sentTo, messageId, bounce } = readReturned(raw)
  if (!bounce) return 'no bounce'
  const named = sentTo.map((address) => mailNamedBy(address, config.secrets)).find((id) => id !== undefined)
  return note(
    db,
    (tx) => (named === undefined ? findByMessageId(tx, messageId) : findById(tx, named)),
    bounce,
    now,
  )
}

/** What a mail provider says about a mail, by the message id that the mail was given. */
export async function takeProviderNotice(
  { db }: Pick<Deps, 'db'>,
  messageId: string,
  bounce: { kind: BounceKind; reason: string },
  now: Date,
): Promise<Taken> {
  const bare = messageId.trim().replace(/^<|>$/g, '')
  return note(db, (tx) => findByMessageId(tx, bare), bounce, now)
}

async function note(
  db: Database,
  find: (tx: Db) => Promise<{ id: number } | undefined>,
  bounce: { kind: BounceKind; reason: string },
  now: Date,
): Promise<Taken> {
  return db.transaction(async (tx) => {
    const mail = await find(tx)
    if (!mail) return 'unknown mail'
    await noteBounce(tx, mail.id, bounce, now)
    return 'noted'
  })
}

function findById(tx: Db, id: number): Promise<{ id: number } | undefined> {
  return tx.maybe<{ id: number }>(sql`select id from mails where id = ${id}`)
}

/** Random, and known only to who got the mail. */
async function findByMessageId(tx: Db, messageId: string | undefined): Promise<{ id: number } | undefined> {
  if (!messageId) return undefined
  return tx.maybe<{ id: number }>(sql`select id from mails where message_id = ${messageId}`)
}
