import * as signInMessages from '#contract/accounts/sign-in.ts'
import { isInternetExplorer, isMobileDevice } from '#contract/devices/user-agent.ts'
import type { SignInBanner } from '#contract/features/sign-in.ts'
import { HELD_KEY } from '#contract/features/sign-up/values.ts'
import * as fields from '#contract/fields/person.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import type { PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import * as partnerMessages from '#contract/partners/messages.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { type Field, written } from '#contract/wire/field.ts'
import type { Query } from '#contract/wire/query.ts'
import { complaintOf } from '#contract/wire/rules.ts'
import { returnPathFor } from '#server/accounts/destination.ts'
import { newsOfClosed, showProvisioning } from '#server/accounts/set-ups.ts'
import { showAccount } from '#server/accounts/show-account.ts'
import { homeOf, sessionOf } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { passkeySiteOf } from '#server/identity/passkey-check.ts'
import type { PageRequest, Redirect } from '#server/platform/http/pages.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { readSettings } from '#server/platform/settings.ts'

/** Redirects Internet Explorers that hide their name from the server. Written in ES3, which they can run. */
const leaveInternetExplorer = `if(/MSIE |Trident\\//.test(navigator.userAgent)&&!/[?&]status=/.test(location.search))location.replace('${pages['browser-select']}')`

/** The sign-up that this tab waited for is paid: the tab may open the wizard again. */
const forgetHeldSignUp = `if(/[?&]status=registered/.test(location.search))try{sessionStorage.removeItem("${HELD_KEY}")}catch(e){}`

export const headScript = `${leaveInternetExplorer};${forgetHeldSignUp}`

export async function showSignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { query, visitor }: Pick<PageRequest, 'query' | 'visitor'>,
): Promise<PageValues['sign-in'] | Redirect> {
  if (isInternetExplorer(visitor.userAgent) && !query.status) return { redirectTo: pages['browser-select'] }
  const banner = bannerOf(query, deps.config.provider)
  const signedIn = await signedInHere(deps, visitor, query.next)
  const values = {
    ...(await readSettings(deps.db)),
    ...(banner && { banner }),
    ...(signedIn && { signedIn }),
    email: extraDataOf(query).email,
    isMobile: isMobileDevice(visitor.userAgent),
    offersPasskeys: passkeySiteOf(deps.config, visitor) !== undefined,
  }
  if (query.status !== 'registered') return values
  const setUp = await showProvisioning(deps, visitor)
  switch (setUp.state) {
    case 'none':
      return values
    // The status in the URL is out of date.
    case 'ready':
      return { ...values, banner: { tone: setUp === newsOfClosed ? 'warn' : 'ok', text: setUp.words } }
    case 'running':
    case 'late':
      return { ...values, setUp }
  }
}

/** Someone already signed in need not type a password. */
async function signedInHere(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  next = '',
): Promise<PageValues['sign-in']['signedIn']> {
  const session = await sessionOf(deps, visitor)
  if (!session) return undefined
  const { company } = await showAccount(deps, session)
  return { company, href: returnPathFor(next, session) ?? homeOf(session) }
}

/** The banner for the `status` in the sign-in page's URL. An unknown status shows none. */
function bannerOf(query: Query, { brandName, tollFreeNumber }: Provider): SignInBanner | undefined {
  switch (query.status) {
    case 'registered':
      return {
        tone: 'ok',
        text: `Success! Your account is currently being set up. This can take 5-10 minutes, please wait for your confirmation e-mail to log into ${brandName}.`,
      }
    case 'busy.active':
      return {
        tone: 'warn',
        text: `Oops! It appears you currently have an Active account${numberIn(query)}. Please enter your password to login.`,
      }
    case 'logged_out_as_fraud':
      return {
        tone: 'bad',
        text: `Your account has been cancelled for a chargeback or disputed charge, fraudulent charges, or unacceptable usage. Please contact our support team by phone. ${tollFreeNumber}`,
      }
    case 'subscription_canceled':
      return {
        tone: 'warn',
        text: partnerMessages.accountSuspended(brandName),
      }
    case 'session_ended':
      return { tone: 'info', text: signInMessages.sessionEnded }
    case 'email':
      return { tone: 'bad', text: 'Invalid login/password' }
    default:
      return undefined
  }
}

function numberIn(query: Query): string {
  const { pin } = extraDataOf(query)
  return pin === '' ? '' : ` under Account Number ${pin}`
}

/** JSON in the URL, which anyone may have written: only an email and an account number are read from it. */
function extraDataOf({ extraData }: Query): { email: string; pin: string } {
  try {
    const { email, pin } = (JSON.parse(extraData ?? '{}') ?? {}) as Record<string, unknown>
    return { email: valueFor(fields.email, email), pin: valueFor(accountNumber, pin) }
  } catch {
    return { email: '', pin: '' }
  }
}

/** Only values that the field itself would accept, so that a link cannot put its own text on our page. */
function valueFor(field: Field, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const normalized = written(String(value), field)
  return complaintOf(normalized, field.validation) === undefined ? normalized : ''
}
