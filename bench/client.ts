import { Agent, request } from 'node:http'
import { keepAsking } from '../proof/kit/load.ts'

export type RequestOptions = { headers?: Record<string, string>; body?: string }
export type Got = { status: number; cookies: string[]; arrayBuffer(): Promise<unknown> }

const agent = new Agent({ keepAlive: true })

/** A client with minimal overhead, because it shares the CPU with what it measures. */
export function ask(url: string, { headers = {}, body }: RequestOptions = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method: body === undefined ? 'GET' : 'POST', agent, headers: { ...headers, ...length } }
    const requested = request(url, options, (answer) => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          cookies: answer.headers['set-cookie'] ?? [],
          arrayBuffer: async () => undefined,
        }),
      )
    })
    requested.on('error', reject)
    requested.end(body)
  })
}

/** The number of completed tasks per second, with this many at once. All of them must succeed. */
export async function perSecond(
  one: (number: number) => Promise<Pick<Got, 'status' | 'arrayBuffer'>>,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<number> {
  const begin = performance.now()
  const until = () => performance.now() - begin > seconds * 1000
  const answers = await keepAsking(one, { atOnce, until })
  const took = (performance.now() - begin) / 1000
  const strange = answers.filter(({ status }) => status !== 200)
  if (strange.length > 0) throw new Error(`Some requests failed: ${JSON.stringify(strange.slice(0, 3))}`)
  return answers.length / took
}

const BOUNDARY = '----bench'

/** A form as sent by a browser. */
export function formOf(fields: Record<string, string>): Required<RequestOptions> {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  }
}
