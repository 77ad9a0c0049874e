import type { FastifyInstance } from 'fastify'
import type { MailboxValues, OpenMail, SamplesValues, StoredMail } from '#contract/features/mailbox.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PageDeps, page } from '#server/platform/http/pages.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { RenderedSample } from './samples.ts'

/**
 * Shows the mails of the embedded mode in the browser, and a sample of every mail there is. Not registered where mails are
 * really sent.
 */
export function mailboxRoutes(app: FastifyInstance, deps: MailboxDeps): void {
  const { db, config } = deps

  page(
    app,
    deps,
    'mailbox',
    async ({ query }): Promise<MailboxValues> => {
      if (query.sample !== undefined) return showSamples(config, query.sample)
      const sought = (query.to ?? '').trim().toLowerCase()
      const mails = (await listMails(db)).filter(({ recipient }) => recipient.toLowerCase().includes(sought))
      const open = await findMail(db, idIn(query.mail) ?? mails[0]?.id ?? 0)
      return { view: 'kept', mails, open: open ?? null }
    },
    { isPersonal: true },
  )

  // A mail in its own frame: only the mailbox may frame it, and no script in it runs.
  app.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id/html',
    { config: { isPage: true } },
    async (request, reply) => {
      const { id } = request.params
      const mail =
        (await findMail(db, idIn(id) ?? 0)) ?? (await renderAll(config)).find((one) => one.id === id)
      if (!mail) throw refuse('not-found')
      return (
        reply
          .header(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation-by-user-activation; frame-ancestors 'self'",
          )
          .header('x-frame-options', 'SAMEORIGIN')
          .type('text/html; charset=utf-8')
          // Links open outside the frame, as they would in a mail program.
          .send(mail.html.replace('<head>', '<head><base target="_top">'))
      )
    },
  )
}

type MailboxDeps = PageDeps & { db: Database; config: SampleConfig }
type SampleConfig = Pick<Config, 'publicUrl' | 'provider' | 'signUpWizard'>

/** The requested sample is open, otherwise the first. */
async function showSamples(config: SampleConfig, wanted: string): Promise<SamplesValues> {
  const samples = await renderAll(config)
  const open = samples.find(({ id }) => id === wanted) ?? samples[0]
  if (!open) throw refuse('not-found')
  const mails = samples.map(({ id, purpose, recipient, subject }) => ({ id, purpose, recipient, subject }))
  return { view: 'samples', mails, open }
}

/** Loaded on demand: production has no samples in memory. */
async function renderAll(config: SampleConfig): Promise<RenderedSample[]> {
  const { renderSamples } = await import('./samples.ts')
  return renderSamples(config)
}

async function listMails(db: Database): Promise<StoredMail[]> {
  const mails = await db.many<Dated<StoredMail>>(sql`
    select id, recipient, subject, state, created_at as "createdAt" from mails order by id desc limit 200`)
  return mails.map(withTextDate)
}

async function findMail(db: Database, id: number): Promise<OpenMail | undefined> {
  const mail = await db.maybe<Dated<OpenMail>>(sql`
    select id, recipient, subject, state, created_at as "createdAt", coalesce(plain, '') as plain,
      coalesce(html, '') as html
    from mails where id = ${id}`)
  return mail && withTextDate(mail)
}

type Dated<Mail> = Omit<Mail, 'createdAt'> & { createdAt: Date }

const withTextDate = <Mail extends { createdAt: Date }>(mail: Mail) => ({
  ...mail,
  createdAt: mail.createdAt.toISOString(),
})

function idIn(text: string | undefined): number | undefined {
  const id = /^\d+$/.test(text ?? '') ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
