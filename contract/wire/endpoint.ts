/** How to make a call: all that a page needs. The build keeps only this part of a call in a page's script. */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  /** The encoding of the body. `query`: no body, the URL has parameters instead. */
  encoding: 'none' | 'query' | 'json' | 'multipart' | 'urlencoded'
  /** The key of the error in a refusal. Partners get `error_description` next to an error code. */
  errorKey: 'errors' | 'error' | 'error_description'
  /** The key that every successful answer has; empty if a successful status is enough. */
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

/** The part of a call that a page's script includes. */
export function endpointOf({ method, path, encoding, errorKey, answerKey }: Endpoint): Endpoint {
  return { method, path, encoding, errorKey, answerKey }
}

/** Fills in path parameters: `/confirm/:linkToken/` → `/confirm/abc/`. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
