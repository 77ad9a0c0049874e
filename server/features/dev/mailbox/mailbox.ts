import type { FastifyInstance } from 'fastify'
import type { KeptMail, OpenMail } from '#contract/features/mailbox.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PageDeps, page } from '#server/platform/http/pages.ts'
import { refuse } from '#server/platform/refusal.ts'

/** Shows the mails of the embedded mode in the browser. Not registered where mails are really sent. */
export function mailboxRoutes(app: FastifyInstance, deps: PageDeps & { db: Database }): void {
  const { db } = deps

  page(
    app,
    deps,
    'mailbox',
    async ({ query }) => {
      const sought = (query.to ?? '').trim().toLowerCase()
      const mails = (await listMails(db)).filter(({ recipient }) => recipient.toLowerCase().includes(sought))
      const open = await findMail(db, idIn(query.mail) ?? mails[0]?.id ?? 0)
      return { mails, open: open ?? null }
    },
    { isPersonal: true },
  )

  // A mail in its own frame: only the mailbox may frame it, and no script in it runs.
  app.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id/html',
    { config: { isPage: true } },
    async (request, reply) => {
      const mail = await findMail(db, idIn(request.params.id) ?? 0)
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

async function listMails(db: Database): Promise<KeptMail[]> {
  const mails = await db.many<Dated<KeptMail>>(sql`
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
