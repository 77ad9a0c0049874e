import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageName } from '#contract/pages.ts'
import { pages } from '#contract/pages.ts'
import { isRefused } from '../refusal.ts'
import { sendRefusal } from './answer.ts'
import { readBody } from './bodies.ts'
import { type Visitor, visitorOf } from './visitor.ts'

export type Posted = {
  raw: Record<string, string>
  visitor: Visitor
  request: FastifyRequest
  reply: FastifyReply
}

/** A page's form posted to its own address: how it works before the script is there, or without one. */
export function formPost(
  app: FastifyInstance,
  name: PageName,
  answer: (posted: Posted) => Promise<FastifyReply>,
): void {
  app.post(pages[name], { config: { isPage: true } }, async (request, reply) => {
    const raw = await readBody(request, 'multipart')
    if (isRefused(raw)) return sendRefusal(reply, raw)
    return answer({ raw: raw as Record<string, string>, visitor: visitorOf(request, reply), request, reply })
  })
}
