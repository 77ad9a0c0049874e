import type { onSendAsyncHookHandler } from 'fastify'
import { framedPolicy } from '#server/platform/http/security-headers.ts'
import { markDocument, styleDocument, viewStyleHash } from './mark-view.ts'

/** What a response in a view becomes: it can be framed by the desk, names whose pages these are, and sets no cookie. */
export const sendInView: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (!request.view) return payload
  reply.removeHeader('set-cookie')
  reply.removeHeader('clear-site-data')
  reply.header('x-frame-options', 'SAMEORIGIN')
  reply.header(
    'content-security-policy',
    framedPolicy(String(reply.getHeader('content-security-policy') ?? ''), viewStyleHash),
  )
  // A file in the frame would leave no way back to the pages.
  const disposition = String(reply.getHeader('content-disposition') ?? '')
  if (disposition.startsWith('inline'))
    reply.header('content-disposition', disposition.replace('inline', 'attachment'))
  const isDocument = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
  if (!isDocument || typeof payload !== 'string') return payload
  reply.removeHeader('content-length')
  return styleDocument(request.view === 'ended' ? payload : markDocument(payload, request.view))
}
