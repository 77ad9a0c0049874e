import dns from 'node:dns'
import { once } from 'node:events'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackIp } from '#server/config/loopback.ts'
import { unfitKindOf } from '#server/config/unfit-ips.ts'
import { requireNoTransaction } from './db/outside-transaction.ts'

type Message = {
  headers: Record<string, string>
  body: string
  /** For the status and the headers. */
  withinMs: number
  /** For the rest. */
  bodyWithinMs: number
}

export type PostResponse = {
  status: number
  headers: IncomingMessage['headers']
  /** Undefined if it is too long, too late or broken off. */
  text: string | undefined
}

const TEXT_BYTES_AT_MOST = 64 * 1024
/** Shorter than servers usually keep a connection, so that none is used while it is being closed there. */
const agentOptions = { keepAlive: true, timeout: 4_000 }
const agents = { tls: new HttpsAgent(agentOptions), plain: new HttpAgent(agentOptions) }

/**
 * Posts to an operator's URL without following redirects. Throws if there is no answer in time, or if the URL
 * leads to a forbidden IP address: plain http stays on this machine. The address is checked after the
 * look-up, and the connection goes to the checked address.
 */
export async function postTo(url: string, message: Message): Promise<PostResponse> {
  requireNoTransaction('A request to another server')
  const { protocol, hostname } = new URL(url)
  const isPlain = protocol === 'http:'
  const ip = hostname.replace(/^\[(.*)\]$/, '$1')
  // An IP address is not looked up.
  const complaint = isIP(ip) ? complaintOf(ip, isPlain) : undefined
  if (complaint !== undefined) throw new Error(complaint)
  const options = { method: 'POST', headers: message.headers, lookup: lookUp(isPlain) }
  const request = isPlain
    ? requestHttp(url, { ...options, agent: agents.plain })
    : requestHttps(url, { ...options, agent: agents.tls })
  // After the answer has begun, its own reader gets the error.
  request.on('error', () => {})
  const timer = setTimeout(() => request.destroy(timedOut(message.withinMs)), message.withinMs)
  try {
    request.end(message.body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    clearTimeout(timer)
    const text = await textOf(response, message.bodyWithinMs)
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  } catch (error) {
    // With several addresses the error has no message.
    const { code, message: reason } = error as NodeJS.ErrnoException
    throw reason === '' && code ? Object.assign(new Error(code), { code }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Like Node's own, but refuses the whole name if one of its addresses is forbidden. */
function lookUp(isPlain: boolean): LookupFunction {
  return (name, options, done) => {
    dns.lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const complaint = found.map(({ address }) => complaintOf(address, isPlain)).find(Boolean)
      if (complaint) return done(new Error(complaint), [])
      const [first] = found
      return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family)
    })
  }
}

function complaintOf(ip: string, isPlain: boolean): string | undefined {
  const kind = unfitKindOf(ip)
  if (kind) return `${ip} is ${kind} and is not called`
  return isPlain && !isLoopbackIp(ip) ? `${ip} is another machine and is not called without https` : undefined
}

function timedOut(withinMs: number): Error {
  return Object.assign(new Error(`No answer within ${withinMs / 1000} s`), { name: 'TimeoutError' })
}

/** Reads to the end, so that the connection can be reused, unless it is long or slow. */
async function textOf(response: IncomingMessage, withinMs: number): Promise<string | undefined> {
  const timer = setTimeout(() => response.destroy(), withinMs)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > TEXT_BYTES_AT_MOST) return undefined
      parts.push(part)
    }
    return Buffer.concat(parts).toString()
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
