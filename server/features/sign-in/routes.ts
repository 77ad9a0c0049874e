import type { FastifyInstance } from 'fastify'
import { findAccounts as findAccountsCall, signIn as signInCall } from '#contract/calls/sign-in.ts'
import type { Deps } from '../../deps.ts'
import { formPost } from '../../http/form-post.ts'
import { page } from '../../http/pages.ts'
import { route } from '../../http/route.ts'
import { findAccounts } from './find-accounts.ts'
import { leaveInternetExplorer, showSignIn } from './page.ts'
import { answerPostedSignIn } from './posted.ts'
import { signIn } from './sign-in.ts'

export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, findAccountsCall, (body, visitor) => findAccounts(deps, body, visitor))
  route(app, signInCall, (body, visitor) => signIn(deps, body, visitor), { room: deps.passwords })
  page(app, deps, 'sign-in', (request) => showSignIn(deps, request), {
    headScript: leaveInternetExplorer,
    isPersonalFor: ({ signedIn }) => signedIn !== undefined,
  })
  formPost(app, 'sign-in', (posted) => answerPostedSignIn(deps, posted))
}
