import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** Braintree serves its API, its control panel and its reports from these, and from names below them. */
const HOSTS = ['braintreegateway.com', 'braintree-api.com']
const BYTES_AT_MOST = 10_000_000

/**
 * The text behind a link that a signed notice contains. Only the gateway is asked, over TLS, and no redirect is
 * followed, so that no notice can reach into our network. Reasons name the host, never the link.
 */
export async function downloadReport(
  link: string,
  { loopbackPort, withinMs }: { loopbackPort: number | undefined; withinMs: number },
): Promise<string> {
  const url = checkedUrl(link, loopbackPort)
  const send = url.protocol === 'http:' ? requestHttp : requestHttps
  const signal = AbortSignal.timeout(withinMs)
  const request = send(url, { agent: false, signal })
  // After the answer has begun, its own reader gets the error.
  request.on('error', () => {})
  try {
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return await textOf(response)
  } catch (error) {
    if (signal.aborted) throw new Error(`The report did not arrive within ${withinMs / 1000} s`)
    // With several addresses the error has no message.
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(message || code)
  } finally {
    request.destroy()
  }
}

/** Without credentials and port; the certificate proves the host. The gateway of the tests is on this machine. */
function checkedUrl(link: string, loopbackPort: number | undefined): URL {
  const url = URL.parse(link)
  if (!url) throw new Error('The link to the report is not a URL')
  const { protocol, hostname, port, username, password } = url
  if (username !== '' || password !== '') throw new Error('The link to the report contains credentials')
  if (loopbackPort !== undefined) {
    if (url.origin === `http://127.0.0.1:${loopbackPort}`) return url
  } else {
    if (protocol !== 'https:') throw new Error('The link to the report is not https')
    if (HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`)) && port === '') return url
  }
  throw new Error(`The link to the report leads to ${url.host.slice(0, 100)}, which is not the gateway`)
}

async function textOf(response: IncomingMessage): Promise<string> {
  if (response.statusCode !== 200)
    throw new Error(`The gateway answered ${response.statusCode} for the report`)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BYTES_AT_MOST) throw new Error(`The report is larger than ${BYTES_AT_MOST / 1_000_000} MB`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
