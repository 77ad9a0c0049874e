import type { FastifyInstance } from 'fastify'
import { findAccounts as findAccountsCall, signIn as signInCall } from '#contract/features/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { formPost } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { answerSignInForm } from './form-post-answer.ts'
import { headScript, showSignIn } from './page.ts'
import { findAccounts, signIn } from './sign-in.ts'

export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, findAccountsCall, (body, visitor) => findAccounts(deps, body, visitor))
  route(app, signInCall, (body, visitor) => signIn(deps, body, visitor), { queue: deps.passwords })
  page(app, deps, 'sign-in', (request) => showSignIn(deps, request), {
    headScript,
    isPersonalFor: ({ signedIn }) => signedIn !== undefined,
  })
  formPost(app, 'sign-in', (posted) => answerSignInForm(deps, posted))
}
