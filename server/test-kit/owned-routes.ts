import { type AccountPageName, accountPages, permissionOfPage } from '#contract/accounts/account-pages.ts'
import { callPermissions } from '#contract/accounts/call-permissions.ts'
import type { Permission } from '#contract/accounts/roles.ts'
import { pages } from '#contract/pages.ts'
import type { Harness } from './harness.ts'
import { nameOf, openRecorded, type Route } from './recorded-routes.ts'
import { accessOf, type Own } from './who-may.ts'

export type OwnedRoute = { route: Route; own: Own; permission: Permission }

/** A server, and every address that belongs to an account, with the permission that it asks for. */
export async function openOwned(): Promise<{ harness: Harness; owned: OwnedRoute[] }> {
  const { harness, routes } = await openRecorded()
  const owned = routes.flatMap((route) => {
    const own = accessOf(nameOf(route))
    return typeof own === 'object' ? [{ route, own, permission: permissionOf(route) }] : []
  })
  return { harness, owned }
}

/** Signing out is everyone's own, whatever the session. */
function permissionOf(route: Route): Permission {
  const names = Object.keys(accountPages) as AccountPageName[]
  const page = names.find((name) => nameOf({ method: 'GET', url: pages[name] }) === nameOf(route))
  return callPermissions[nameOf(route)] ?? (page ? permissionOfPage(page) : 'own')
}
