import { signIn } from '#contract/features/sign-in.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'

export type SignedIn = {
  cookies: Record<string, string>
  send<C extends Call>(call: C, body: Partial<BodyOf<C>>): ReturnType<typeof send>
  open(url: string): Promise<{ status: number; location: string | undefined; html: string }>
}

/** Signs a person in through the real handler, then makes calls and opens pages as that person. */
export async function signedInAs(
  harness: Harness,
  given: { email: string; password?: string; userAgent?: string },
): Promise<SignedIn> {
  const address = freshIp()
  const userAgent = given.userAgent ? { 'user-agent': given.userAgent } : {}
  const { status, cookies } = await send(
    harness,
    signIn,
    { email: given.email, password: given.password ?? 'password1' },
    { address, headers: userAgent },
  )
  if (status !== 200) throw new Error(`${given.email} could not sign in: ${status}`)
  const headers = { cookie: `session=${cookies.session ?? ''}`, ...userAgent }
  return {
    cookies,
    send: (call, body) => send(harness, call, body, { address, headers }),
    async open(url) {
      const response = await harness.app.inject({ url, headers, remoteAddress: address })
      return {
        status: response.statusCode,
        location: response.headers.location as string | undefined,
        html: response.body,
      }
    },
  }
}

/** The page values embedded in the HTML. */
export function valuesIn(html: string): Record<string, unknown> {
  const [, json = '{}'] = /id="page-props"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json).values ?? {}
}
