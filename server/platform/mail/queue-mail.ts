import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type Words, renderMail } from './render-mail.ts'
import { greetingTo } from './names.ts'
import { insertMail } from './outbox.ts'

export type MailDeps = { config: Config; jobs: Jobs; now: Date }

/** Writes a letter to someone and puts it into the outbox, in the caller's transaction. */
export async function post(
  tx: Db,
  { config, jobs, now }: MailDeps,
  to: { purpose: string; recipient: string; accountId?: number },
  words: Words,
): Promise<void> {
  await insertMail(
    tx,
    { jobs, now, sender: config.mail.from },
    { ...to, ...renderMail(words, config.provider) },
  )
}

/** To a person of an account, by name. */
export function postTo(
  tx: Db,
  deps: MailDeps,
  purpose: string,
  { accountId, email, firstName }: { accountId: number; email: string; firstName: string },
  words: Omit<Words, 'greeting'>,
): Promise<void> {
  return post(
    tx,
    deps,
    { purpose, recipient: email, accountId },
    { greeting: greetingTo(firstName), ...words },
  )
}
