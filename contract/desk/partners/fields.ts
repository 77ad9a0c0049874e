import { choice, field, lines } from '#contract/wire/field.ts'

export const partnerName = field('Name', { required: true, maxLength: 60 })
export const partnerId = field('Client ID', { maxLength: 63 })
export const redirectUris = lines('Redirect URIs', { required: true, maxLength: 4000 })
export const partnerScope = field('Allowed scopes', { required: true, maxLength: 200 })
export const defaultScope = field('Default scope', { maxLength: 200 })
export const isPublic = field(
  'Public client: an app on a phone or in a browser, which cannot keep a secret',
  {},
)
export const asksPkce = field('Require PKCE even with a secret', {})
export const oldLasts = choice('Keep the old secret working for', [
  { value: '0', displayValue: '0 hours (it leaked)' },
  { value: '24', displayValue: '24 hours' },
  { value: '168', displayValue: '7 days' },
  { value: '720', displayValue: '30 days' },
  { value: '2160', displayValue: '90 days' },
])

/** One per line. */
export function urisIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
