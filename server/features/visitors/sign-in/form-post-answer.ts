import type { FastifyReply } from 'fastify'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import { signIn as signInCall } from '#contract/features/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { seal, unseal } from '#server/identity/seal.ts'
import { messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { queryOf } from '#server/platform/http/pages.ts'
import { parse } from '#server/platform/http/route.ts'
import { attempt, isRefused, type Refused } from '#server/platform/refusal.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { headScript, showSignIn } from './page.ts'
import { findAccounts, signIn } from './sign-in.ts'

const TICKET = 'sign-in ticket'
const TICKET_LASTS_MS = 5 * MINUTE

/** The same steps as with JavaScript: look up, choose an account if there is a choice, sign in. */
export async function answerSignInForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  // The return path is in the query of the URL that the form was posted to.
  const { next = '' } = queryOf(posted.request)
  const raw = { ...posted.raw, ...openTicket(deps, posted.raw.ticket), next }
  const body = parse(signInCall, raw)
  const showRefused = (refused: Refused) =>
    showAgain(deps, posted, { email: raw.email ?? '', errors: messageOf(refused) }, refused)
  if (isRefused(body)) return showRefused(body)

  if (body.pin === '') {
    const found = await attempt(findAccounts(deps, body, posted.visitor))
    if (isRefused(found)) return showRefused(found)
    if (found.login_data_list.length > 1) {
      const choice = { accounts: found.login_data_list, ticket: sealTicket(deps, body) }
      return showAgain(deps, posted, { email: body.email, choice }, found)
    }
  }
  const signedIn = await attempt(signIn(deps, body, posted.visitor))
  if (isRefused(signedIn)) return showRefused(signedIn)
  return posted.reply.redirect(signedIn.data.redirect_url, 303)
}

async function showAgain(
  deps: Deps,
  posted: PostedForm,
  sent: SentForm,
  result: object,
): Promise<FastifyReply> {
  const requested = { query: queryOf(posted.request), visitor: posted.visitor }
  const values = await showSignIn(deps, requested)
  if ('redirectTo' in values) return posted.reply.redirect(values.redirectTo, 303)
  const options = { headScript }
  return showForm(deps, posted, 'sign-in', { ...values, sent }, result, options)
}

/** Between the password and the choice of an account, the password travels encrypted and expires soon. */
function sealTicket(
  { config, clock }: Deps,
  { email, password }: { email: string; password: string },
): string {
  const until = clock.now().getTime() + TICKET_LASTS_MS
  return seal(JSON.stringify({ email, password, until }), TICKET, config.secrets)
}

function openTicket({ config, clock }: Deps, ticket = ''): { email: string; password: string } | undefined {
  const opened = unseal(ticket, TICKET, config.secrets)
  if (opened === undefined) return undefined
  const { email, password, until } = JSON.parse(opened) as { email: string; password: string; until: number }
  return until > clock.now().getTime() ? { email, password } : undefined
}
