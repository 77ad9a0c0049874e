import type { Provider } from './provider.ts'

/** Every page by its name, and its address. */
export const pages = {
  'sign-in': '/login/',
  'browser-select': '/browser_select/',
  'api-reference': '/openapi/',
  gallery: '/dev/gallery/',
} as const

export type PageName = keyof typeof pages

/** What the server hands to a page beyond its query: exactly the same in the HTML and in the browser. */
export type PageValues = {
  'sign-in': { systemStatus: string; loginMessage: string }
  'browser-select': Record<string, never>
  'api-reference': { document: object }
  gallery: Record<string, never>
}

export type Query = Readonly<Record<string, string>>

/** All that a page may depend on while it renders: no clock, no window, no environment. */
export type PageProps<Name extends PageName = PageName> = {
  page: Name
  values: PageValues[Name]
  query: Query
  path: string
  provider: Provider
  /** The server's clock at the request, ISO 8601. */
  now: string
}
