import type { AdviceName } from '#contract/features/activity.ts'
import { pages } from '#contract/pages.ts'

/** What to do about a line that was not you, and the page where to do it. Without a page: call support. */
type Advice = { text: string; href?: string; link?: string }

/** By kind; failed attempts have their own, because they need another answer than a sign-in that succeeded. */
export const advice = {
  'sign-in': {
    text: 'Someone else may know your password. Sign out all other devices, then change your password.',
    href: pages.security,
    link: 'Go to Security',
  },
  'wrong-password': {
    text: 'Nobody got in with this. If it happens again, choose a password that you use nowhere else and turn on two-step verification.',
    href: pages.security,
    link: 'Go to Security',
  },
  'wrong-code': {
    text: 'Whoever tried this knows your password. Change it now.',
    href: pages.security,
    link: 'Change your password',
  },
  security: {
    text: 'Sign out all other devices and change your password now. Then check that the email, the authenticator app and every passkey are still yours.',
    href: pages.security,
    link: 'Go to Security',
  },
  people: {
    text: 'Remove the people you do not know, then change your password.',
    href: pages.people,
    link: 'See the people of the account',
  },
  billing: {
    text: 'Change your password, then call us. We can look at the payment with you.',
  },
  apps: {
    text: 'Disconnect the app, then change your password.',
    href: pages['connected-apps'],
    link: 'See the connected apps',
  },
  account: {
    text: 'Change it back, then change your password.',
    href: pages.details,
    link: 'See the details',
  },
  support: {
    text: 'Call us and say what you did not expect.',
  },
} as const satisfies Record<AdviceName, Advice>
