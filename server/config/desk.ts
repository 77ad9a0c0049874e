import type { EnvironmentReader } from './environment.ts'
import { isLoopback } from './loopback.ts'
import type { SettingName } from './settings.ts'

export type DeskConfig = {
  port: number
  host: string
  /** Where operators reach it: the only origin that may change anything. */
  url: string
  isHttps: boolean
  /** Above one of them a second operator has to agree to a refund: on one account, and on all within 24 hours. */
  refundLimitCents: number
  refundLimitDayCents: number
  /** How many proxies are in front of the desk: not those of the public site. */
  trustProxy: number
}

/** What the command line cannot do either. */
const WITHOUT_DESK =
  'This process serves no operators’ desk, because DESK_PORT is not set or off: unless another one does, nobody can give refunds, settle lost charges, decide about disputes and held sign-ups, try failed work again, send emails again, or change prices, blocks and webinars.'

/**
 * The operators' pages have their own port, on loopback unless configured otherwise. The embedded start
 * always has them. With PostgreSQL several instances may run on one machine, so there the port must be given.
 */
export function readDesk(
  read: EnvironmentReader,
  { port: publicPort, publicUrl, isEmbedded }: { port: number; publicUrl: string; isEmbedded: boolean },
): DeskConfig | undefined {
  const refundLimitCents = read.number('DESK_REFUND_LIMIT', 250, { least: 0, most: 1_000_000 }) * 100
  const refundLimitDayCents = read.number('DESK_REFUND_LIMIT_DAY', 2_500, { least: 0, most: 1_000_000 }) * 100
  const setting = read.optional('DESK_PORT')
  if (setting === 'off' || (setting === undefined && !isEmbedded)) {
    if (isEmbedded) noticeUnused(read)
    else read.notice(WITHOUT_DESK)
    return undefined
  }
  const beside = publicPort === 0 ? 0 : publicPort === 65535 ? 65534 : publicPort + 1
  const port = read.number('DESK_PORT', beside, { least: 0, most: 65535 })
  if (port !== 0 && port === publicPort)
    read.complain('DESK_PORT must be another port than PORT: the desk is not for the public.')
  const host = read.text('DESK_HOST', '127.0.0.1')
  const url = read.origin('DESK_URL', `http://localhost:${port}`)
  // Port 0 stands for any free one: another at each of the two.
  if (url === publicUrl && !url.endsWith(':0'))
    read.complain('DESK_URL must be another origin than PUBLIC_URL: the desk is not for the public.')
  const isHttps = url.startsWith('https:')
  if (!isHttps && !(isLoopback(host) && isLoopback(new URL(url).hostname)))
    read.complain(
      'DESK_URL must be the https URL where operators reach the desk, because DESK_HOST or DESK_URL is not this machine.',
    )
  // The listener itself speaks only http, so an https URL is a proxy's.
  if (isHttps && read.optional('DESK_TRUST_PROXY') === undefined)
    read.complain(
      'DESK_TRUST_PROXY is missing: set it to the number of proxies in front of the desk, or 0 if there are none. Otherwise all operators could appear to share one IP address.',
    )
  if (refundLimitDayCents < refundLimitCents)
    read.notice(
      'DESK_REFUND_LIMIT does nothing while DESK_REFUND_LIMIT_DAY is lower: what is given on one account also counts toward all.',
    )
  const trustProxy = read.number('DESK_TRUST_PROXY', 0, { least: 0, most: 10 })
  return { port, host, url, isHttps, refundLimitCents, refundLimitDayCents, trustProxy }
}

/** With PostgreSQL, instances with and without a desk share their settings. */
function noticeUnused(read: EnvironmentReader): void {
  const others: SettingName[] = [
    'DESK_HOST',
    'DESK_URL',
    'DESK_TRUST_PROXY',
    'DESK_REFUND_LIMIT',
    'DESK_REFUND_LIMIT_DAY',
  ]
  for (const name of others)
    if (read.optional(name) !== undefined) read.notice(`${name} does nothing while DESK_PORT is off.`)
}
