import type { Provider } from '#contract/provider/provider.ts'
import { isAboutContract, type MailPurpose } from './purposes.ts'

type Site = { provider: Provider }

/** Whom to ask: how a mail ends that does not say so itself. */
export function closingOf(purpose: MailPurpose, site: Site): string[] {
  return isAboutContract(purpose) ? help(site) : [questions(site)]
}

export function questions({ provider }: Site): string {
  return `Questions? Call ${provider.tollFreeNumber}.`
}

/** For what the account tells more of. */
export function help({ provider }: Site): string[] {
  return [`Questions? Call ${provider.tollFreeNumber}, or sign in to your account.`]
}
