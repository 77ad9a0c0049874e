import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db/database.ts'
import { type PageDeps, page } from '#server/platform/http/pages.ts'
import { refuse } from '#server/platform/refusal.ts'
import { findMail, listMails } from './queries.ts'

/** Shows the mails of the embedded mode in the browser. Not registered where mails are really sent. */
export function mailboxRoutes(app: FastifyInstance, deps: PageDeps & { db: Database }): void {
  const { db } = deps

  page(
    app,
    deps,
    'mailbox',
    async ({ query }) => {
      const mails = await listMails(db)
      const sought = (query.to ?? '').trim().toLowerCase()
      const newest = mails.find(({ recipient }) => recipient.toLowerCase().includes(sought))
      const open = await findMail(db, idIn(query.mail) ?? newest?.id ?? 0)
      return {
        mails: mails.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() })),
        open: open ? { ...open, createdAt: open.createdAt.toISOString() } : null,
      }
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

function idIn(text: string | undefined): number | undefined {
  const id = /^\d+$/.test(text ?? '') ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
