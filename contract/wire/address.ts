/** How a call is reached: all that a page needs of it. Its schemas stay with the server and the reference. */
export type Address = {
  method: 'GET' | 'POST'
  path: string
  /** How the body travels. */
  encoding: 'none' | 'json' | 'multipart' | 'urlencoded'
  /** The key under which this call's page reads a refusal; partners read `error_description` beside a code. */
  words: 'errors' | 'error' | 'error_description'
  /** The key that every good answer has; empty where a good status is enough, whatever the body. */
  answers: string
}

export const form = { method: 'POST', encoding: 'multipart', words: 'errors', answers: 'data' } as const
export const json = { ...form, encoding: 'json' } as const
export const read = { method: 'GET', encoding: 'none', words: 'error', answers: 'data' } as const

/** Puts the parts of an address into its path: `/confirm/:linkToken/` → `/confirm/abc/`. */
export function addressOf(path: string, parts: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
}
