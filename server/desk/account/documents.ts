import type { FastifyInstance } from 'fastify'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { findInvoice } from '#server/billing/invoices/show-invoices.ts'
import { findCreditNote } from '#server/billing/refunds/show-credit-notes.ts'
import { writeCreditNotePdf } from '#server/features/account/billing/credit-note-pdf.ts'
import { writeInvoicePdf } from '#server/features/account/billing/invoice-pdf.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskFile } from '../desk-routes.ts'
import { findAccount } from '../find-account.ts'

type Write = (accountId: number, number: string) => Promise<Buffer | undefined>

/** The bills and credit notes of an account as the customer gets them. Whoever takes one stands in the audit log. */
export function documentRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, config } = deps
  documentRoute(app, deps, { path: `${deskPages.bill.path}bill.pdf`, part: 'bill' }, async (id, number) => {
    const bill = await findInvoice(db, id, number)
    return bill && writeInvoicePdf(config, bill)
  })
  const path = `${deskPages['credit-note'].path}credit-note.pdf`
  documentRoute(app, deps, { path, part: 'note' }, async (id, number) => {
    const note = await findCreditNote(db, id, number)
    return note && writeCreditNotePdf(config, note)
  })
}

function documentRoute(
  app: FastifyInstance,
  deps: DeskDeps,
  { path, part }: { path: string; part: 'bill' | 'note' },
  write: Write,
): void {
  const { db, clock } = deps
  deskFile(app, deps, path, 'read', async ({ actor, origin }, { visitor: { parts } }, reply) => {
    const account = await findAccount(db, parts.number ?? '')
    const number = parts[part] ?? ''
    const pdf = account && (await write(account.id, number))
    if (!pdf) return refuse('not-found')
    const entry = { actor, action: 'document-downloaded', accountId: account.id, origin } as const
    await recordAudit(db, { ...entry, details: { document: number } }, clock.now())
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${number}.pdf"`)
      .send(pdf)
  })
}
