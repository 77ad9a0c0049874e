import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/passkey-sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { startPasskeySignIn } from './start-passkey-sign-in.ts'

export function passkeySignInRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, calls.startPasskeySignIn, (body, visitor) => startPasskeySignIn(deps, body, visitor))
  route(app, calls.signInWithPasskey, (body, visitor) => signInWithPasskey(deps, body, visitor))
}
