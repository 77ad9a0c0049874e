/** How a call is reached: all that a page needs of it. The build leaves nothing else of a call in a page's script. */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  /** How the body is sent. */
  encoding: 'none' | 'json' | 'multipart' | 'urlencoded'
  /** The key under which this call's page reads a refusal; partners read `error_description` beside a code. */
  errorKey: 'errors' | 'error' | 'error_description'
  /** The key that every good answer has; empty where a good status is enough, whatever the body. */
  answerKey: string
}

export const form = {
  method: 'POST',
  encoding: 'multipart',
  errorKey: 'errors',
  answerKey: 'data',
} as const
export const json = { ...form, encoding: 'json' } as const
export const read = { method: 'GET', encoding: 'none', errorKey: 'error', answerKey: 'data' } as const

/** The part of a call that travels into a page's script. */
export function endpointOf({ method, path, encoding, errorKey, answerKey }: Endpoint): Endpoint {
  return { method, path, encoding, errorKey, answerKey }
}

/** Fills the parameters of a path: `/confirm/:linkToken/` → `/confirm/abc/`. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
