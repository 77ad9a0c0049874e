/** What a partner may be let in for, as the wire names it and as a person reads it. */
export const scopes = {
  profile: 'See your name, your email, your company and your account number',
  leads: 'Read the leads in your lists and add new ones',
} as const

export type Scope = keyof typeof scopes

export function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name)
}

/** `profile leads` → its names, once each. */
export function scopesIn(text: string): string[] {
  return [...new Set(text.split(' ').filter((name) => name !== ''))]
}

export function describeScopes(text: string): string[] {
  return scopesIn(text).flatMap((name) => (isScope(name) ? scopes[name] : []))
}
