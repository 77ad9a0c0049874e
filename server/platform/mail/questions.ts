import type { Provider } from '#contract/provider/provider.ts'
import { isAboutContract, type MailPurpose } from './purposes.ts'

type Site = { provider: Provider }

/** Whom to ask: the default ending of a mail. */
export function closingOf(purpose: MailPurpose, site: Site): string[] {
  return isAboutContract(purpose) ? help(site) : [questions(site)]
}

export function questions({ provider }: Site): string {
  return `Questions? Call ${provider.tollFreeNumber}.`
}

/** For topics that the account explains further. */
export function help({ provider }: Site): string[] {
  return [`Questions? Call ${provider.tollFreeNumber}, or sign in to your account.`]
}
