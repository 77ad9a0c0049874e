import type { Config } from '#server/config/config.ts'
import { originsHere } from '#server/config/loopback.ts'
import type { Deps } from '#server/deps.ts'
import type { PageBundle } from '#server/platform/http/page-bundle.ts'

export type DeskDeps = Deps & {
  /** The operators' pages. */
  deskBundle: PageBundle
  /** The configuration of the desk's own listener: its URL, its cookies, its origin. Mails keep the public one. */
  http: Config
}

export function httpOf(config: Config): Config {
  const { desk } = config
  if (!desk) throw new Error('The desk is not configured')
  const { url, isHttps, trustProxy } = desk
  return {
    ...config,
    publicUrl: url,
    isHttps,
    trustProxy,
    allowedOrigins: isHttps ? [url] : originsHere(url),
  }
}
