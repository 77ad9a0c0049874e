import { pages } from '#contract/pages.ts'

type WayBack = { label: string; path: string }

/** Where to revert changes that somebody else may have made. */
export const waysBack = {
  people: { label: 'Check who is in your account', path: pages.people },
  plan: { label: 'Check your plan', path: pages.plan },
  cancel: { label: 'Check the cancellation', path: pages.cancel },
  billing: { label: 'Check the card and billing details', path: pages.billing },
  apps: { label: 'Check the connected apps', path: pages['connected-apps'] },
  mail: { label: 'Check the mail server', path: pages['outgoing-mail'] },
  details: { label: 'Check the account details', path: pages.details },
  security: { label: 'Check your security settings', path: pages.security },
} as const satisfies Record<string, WayBack>
