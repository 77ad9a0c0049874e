import { type PageValues, pages } from '#contract/pages.ts'
import { isInternetExplorer, isMobileDevice } from '#contract/user-agent.ts'
import type { Deps } from '../../deps.ts'
import type { PageRequest, Redirect } from '../../http/pages.ts'
import { readSettings } from '../../settings.ts'

/** For an Internet Explorer that hides its name from the server: old enough a script for the browser it speaks to. */
export const leaveInternetExplorer = `if(/MSIE |Trident\\//.test(navigator.userAgent)&&!/[?&]status=/.test(location.search))location.replace('${pages['browser-select']}')`

export async function showSignIn(
  { db }: Pick<Deps, 'db'>,
  { query, visitor }: Pick<PageRequest, 'query' | 'visitor'>,
): Promise<PageValues['sign-in'] | Redirect> {
  if (isInternetExplorer(visitor.userAgent) && !query.status) return { redirectTo: pages['browser-select'] }
  return { ...(await readSettings(db)), isMobile: isMobileDevice(visitor.userAgent) }
}
