import type { BodyOf, Call } from '#contract/wire/call.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Harness } from './harness.ts'

type CallOptions = {
  status: number
  body: Record<string, unknown>
  headers: Record<string, unknown>
  cookies: Record<string, string>
}
type Options = { parts?: Record<string, string>; headers?: Record<string, string>; address?: string }

/** Makes a call as a browser would, through the real HTTP handler. */
export async function send<C extends Call>(
  harness: Harness,
  call: C,
  body: Partial<BodyOf<C>>,
  options: Options = {},
): Promise<CallOptions> {
  const { payload, type } = encode(call, body as Record<string, unknown>)
  const response = await harness.app.inject({
    method: call.method,
    url: `${fillPath(call.path, options.parts)}${queryFor(call, body)}`,
    remoteAddress: options.address ?? '203.0.113.7',
    headers: { ...(type ? { 'content-type': type } : {}), ...options.headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return {
    status: response.statusCode,
    body: response.json(),
    headers: response.headers,
    cookies: Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value])),
  }
}

function queryFor(call: Call, body: object): string {
  return call.encoding === 'query' ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
}

const BOUNDARY = '----front-desk-test-boundary'

export function encode(call: Call, body: Record<string, unknown>): { payload?: string; type?: string } {
  if (call.encoding === 'none' || call.encoding === 'query') return {}
  if (call.encoding === 'json') return { payload: JSON.stringify(body), type: 'application/json' }
  if (call.encoding === 'urlencoded') {
    const pairs = Object.entries(body).map(([name, value]): [string, string] => [name, textOf(value)])
    return { payload: new URLSearchParams(pairs).toString(), type: 'application/x-www-form-urlencoded' }
  }
  const parts = Object.entries(body).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
  )
  return {
    payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

/**
 * The value as a form field: anything but text is sent as JSON, even if a hostile object overrides
 * `toString`.
 */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
