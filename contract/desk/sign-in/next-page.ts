/** Carries the page that was asked for through the sign-in. Only pages of the desk count. */
export function withNext(path: string, next: string | undefined): string {
  return isDeskPage(next) ? `${path}?next=${encodeURIComponent(next)}` : path
}

/** Where to go once signed in. */
export function nextOr(path: string, next: string | undefined): string {
  return isDeskPage(next) ? next : path
}

/** A path with slashes that stand alone, and a query as URLSearchParams writes it: no scheme, host or backslash. */
function isDeskPage(next: string | undefined): next is string {
  return next !== undefined && /^\/desk\/(?:[\w-]+\/)*[\w-]*(?:\?[\w%.*+&=-]*)?$/.test(next)
}
