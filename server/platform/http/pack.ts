import { promisify } from 'node:util'
import { gzip, zstdCompressSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** Both at about a quarter of the bytes. The first takes less than it would to hand the work to another thread. */
const packers = {
  zstd: (text: string) => zstdCompressSync(text),
  gzip: (text: string) => promisify(gzip)(text, { level: 4 }),
}

/**
 * A page in a quarter of its bytes fits into the first packets of a connection. Not for pages about a person: an address
 * is part of its page, so that whoever makes up addresses and sees lengths could feel for what else is in it.
 */
export async function pack(reply: FastifyReply, document: string): Promise<string | Buffer> {
  const encoding = chooseEncoding(reply)
  return encoding ? packAs(encoding, document) : document
}

export type Encoding = keyof typeof packers

/** The best that the visitor understands, told in the headers; undefined for the page as it is. */
export function chooseEncoding(reply: FastifyReply): Encoding | undefined {
  const accepted = encodingsIn(reply.request.headers['accept-encoding'])
  const encoding = (['zstd', 'gzip'] as const).find((name) => accepted.has(name))
  reply.header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return encoding
}

export async function packAs(encoding: Encoding, document: string): Promise<Buffer> {
  return packers[encoding](document)
}

function encodingsIn(header = ''): Set<string> {
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  return new Set(
    offers.filter((offer) => !/;\s*q=0(?:\.0*)?$/.test(offer)).map((offer) => offer.split(';', 1)[0] ?? ''),
  )
}
