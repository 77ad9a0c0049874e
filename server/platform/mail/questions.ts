import type { Config } from '#server/config/config.ts'

/** The last line of most mails. */
export function questions({ config }: { config: Pick<Config, 'provider'> }): string {
  return `Questions? Call ${config.provider.tollFreeNumber}.`
}
