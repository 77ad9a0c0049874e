/** The scopes a partner can be granted, by wire name, with a readable description. */
export const scopes = {
  profile: 'See your name, your email, your company and your account number',
  leads: 'Read the leads in your lists and add new ones',
} as const

export type Scope = keyof typeof scopes

export function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name)
}

/** `profile leads` → its scopes, without duplicates. */
export function scopesIn(text: string): string[] {
  return [...new Set(text.split(' ').filter((name) => name !== ''))]
}

export function describeScopes(text: string): string[] {
  return scopesIn(text).flatMap((name) => (isScope(name) ? scopes[name] : []))
}
