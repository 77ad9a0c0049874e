import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { goodSignUp } from '../../../server/test-kit/sign-ups.ts'

/** Some cards lose the gateway's answer and some are declined, so that faults hit every kind of order. */
const cards = ['4111-1111-1111-1111', '4111-1111-1111-1111', '4000-0000-0000-0119', '4000-0000-0000-0002']
const ASK_AGAIN_MS = 150
const PATIENCE_MS = 40_000
const REFUSED_MS = 20

type Told = { status: number | 'lost'; body: string }

/**
 * People who sign up through the proxy as the page does, each from another address, repeating with the same
 * key.
 */
export function openVisitors(urls: readonly string[], certificate: string | undefined) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100, ...(certificate ? { ca: certificate } : {}) })
  const plainAgent = new PlainAgent({ keepAlive: true, maxSockets: 100 })
  const statuses = new Map<Told['status'], number>()
  const pins = new Map<string, string>()
  const acknowledgedAt: number[] = []
  const tally = { asked: 0, refused: 0, unanswered: 0 }
  let deadline = Number.POSITIVE_INFINITY
  let last = 0

  async function send(path: string, number: number, body?: object | FormData): Promise<Told> {
    last = (last + 1) % urls.length
    const url = `${urls[last]}${path}`
    const isEncrypted = url.startsWith('https:')
    const { bytes, type } = await encode(body)
    const options = {
      agent: isEncrypted ? agent : plainAgent,
      method: body ? 'POST' : 'GET',
      timeout: PATIENCE_MS,
      headers: {
        'x-forwarded-for': addressOf(number),
        ...(body ? { 'content-type': type, 'content-length': bytes.length } : {}),
      },
    }
    return new Promise((resolve) => {
      const sent = (isEncrypted ? request : plainRequest)(url, options, (answer) => {
        let said = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          said += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: said }))
        answer.on('error', () => resolve({ status: 'lost', body: '' }))
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', (error: { code?: string }) => {
        if (error.code === 'ECONNREFUSED') resolve(pause(REFUSED_MS).then(() => send(path, number, body)))
        else resolve({ status: 'lost', body: '' })
      })
      sent.end(bytes)
    })
  }

  async function signUp(number: number): Promise<void> {
    const body = goodSignUp({
      number: cards[number % cards.length] ?? '',
      zip_code: String(60_000 + (number % 900)),
    })
    while (Date.now() < deadline) {
      const { status, body: said } = await send('/rest/auth/sign-up/submit/', number, body)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) {
        pins.set(String(body.email), (JSON.parse(said) as { data: { pin: string } }).data.pin)
        acknowledgedAt.push(performance.now())
        return
      }
      if (status === 400) {
        tally.refused += 1
        return
      }
      await pause(ASK_AGAIN_MS)
    }
    tally.unanswered += 1
  }

  return {
    tally,
    pins,
    statuses,
    acknowledgedAt,
    send,
    async signUpAll(count: number, atOnce: number): Promise<void> {
      const people = Array.from({ length: atOnce }, async () => {
        while (tally.asked < count) {
          tally.asked += 1
          await signUp(tally.asked)
        }
      })
      await Promise.all(people)
    },
    giveUpAfter(milliseconds: number): void {
      deadline = Date.now() + milliseconds
    },
    close(): void {
      agent.destroy()
      plainAgent.destroy()
    },
  }
}

function addressOf(number: number): string {
  return `198.${18 + Math.floor(number / 62_500)}.${Math.floor(number / 250) % 250}.${number % 250}`
}

/** A form is sent as a browser sends it. */
async function encode(body: object | FormData | undefined): Promise<{ bytes: Buffer; type: string }> {
  if (!(body instanceof FormData))
    return { bytes: Buffer.from(body ? JSON.stringify(body) : ''), type: 'application/json' }
  const encoded = new Response(body)
  const bytes = Buffer.from(await encoded.arrayBuffer())
  return { bytes, type: encoded.headers.get('content-type') ?? '' }
}
