import { isInternetExplorer, isMobileDevice } from '#contract/devices/user-agent.ts'
import { HELD_KEY } from '#contract/features/sign-up/held-mark.ts'
import type { PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { showProvisioning } from '#server/accounts/provisioning.ts'
import { returnPathFor } from '#server/accounts/return-path.ts'
import { showAccount } from '#server/accounts/show-account.ts'
import { homeOf, sessionOf } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { passkeySiteOf } from '#server/identity/passkey-site.ts'
import type { PageRequest, Redirect } from '#server/platform/http/pages.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { readSettings } from '#server/platform/settings.ts'
import { bannerOf, extraDataOf } from './status-banner.ts'

/** Redirects Internet Explorers that hide their name from the server. Written in ES3, which they can run. */
const leaveInternetExplorer = `if(/MSIE |Trident\\//.test(navigator.userAgent)&&!/[?&]status=/.test(location.search))location.replace('${pages['browser-select']}')`

/** The sign-up that this tab waited for is paid: from here it may open the wizard again. */
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
      return { ...values, banner: { tone: 'ok', text: setUp.words } }
    case 'running':
    case 'late':
      return { ...values, setUp }
  }
}

/** Someone who is already signed in need not type a password. */
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
