import { isIP } from 'node:net'
import * as messages from '#contract/accounts/passkey-messages.ts'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/loopback.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

export type PasskeySite = { origin: string; rpId: string; rpName: string }

/**
 * The site that passkeys are bound to, or undefined if they do not work at the address that the browser has opened:
 * browsers want https or localhost, and never accept an IP address. On https PUBLIC_URL alone decides, because a proxy
 * may hand on another host name than the browser's.
 */
export function passkeySiteOf(
  { publicUrl, isHttps, provider }: Pick<Config, 'publicUrl' | 'isHttps' | 'provider'>,
  { hostName }: Pick<Visitor, 'hostName'>,
): PasskeySite | undefined {
  const { origin, hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return undefined
  const isTrusted = isHttps || (isLoopback(hostname) && hostName === hostname)
  return isTrusted ? { origin, rpId: hostname, rpName: provider.brandName } : undefined
}

export function refusePasskeysHere({ publicUrl }: Pick<Config, 'publicUrl'>): Refused {
  return refuse('invalid-fields', { errors: messages.passkeyNotHere(publicUrl) })
}
