import type { Config } from '#server/config/config.ts'
import { isAboutContract, type MailPurpose } from './purposes.ts'

type Site = { config: Pick<Config, 'provider'> }

/** Whom to ask: how a mail ends that does not say so itself. */
export function closingOf(purpose: MailPurpose, site: Site): string[] {
  return isAboutContract(purpose) ? help(site) : [questions(site)]
}

export function questions({ config }: Site): string {
  return `Questions? Call ${config.provider.tollFreeNumber}.`
}

/** For what the account tells more of. */
export function help({ config }: Site): string[] {
  return [`Questions? Call ${config.provider.tollFreeNumber}, or sign in to your account.`]
}
