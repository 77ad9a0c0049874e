import { signIn } from '#contract/features/sign-in.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'

export type Browser = {
  call<C extends Call>(
    call: C,
    body?: Partial<BodyOf<C>>,
    parts?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  open(
    address: string,
    parts?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Record<string, unknown> }>
}

/** Signed in if an email is given, otherwise anonymous. */
export async function openBrowser(harness: Harness, email?: string): Promise<Browser> {
  const address = freshIp()
  const cookies = email
    ? (await send(harness, signIn, { email, password: 'password1' }, { address })).cookies
    : {}
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const headers = cookie ? { cookie } : {}
  return {
    call: (call, body = {}, parts = {}) => send(harness, call, body, { headers, parts, address }),
    async open(url, parts = {}) {
      const response = await harness.app.inject({
        method: 'GET',
        url: fillPath(url, parts),
        headers,
        remoteAddress: address,
      })
      return { status: response.statusCode, text: response.body, headers: response.headers }
    },
  }
}
