import type { PageName, pageEntries } from './pages.ts'
import type { Provider } from './provider/provider.ts'
import type { Query } from './wire/query.ts'

/** What the server passes to a page beyond its query: identical on the server and in the browser. */
export type PageValues = {
  [Name in PageName]: NonNullable<(typeof pageEntries)[Name]['values']>
}

/** Everything a page may depend on while rendering: no clock, no window, no environment. */
export type PageProps<Name extends PageName = PageName> = {
  page: Name
  values: PageValues[Name]
  query: Query
  path: string
  provider: Provider
  /** The server's clock at the request, ISO 8601. */
  now: string
}
