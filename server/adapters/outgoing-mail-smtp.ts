import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import { outsideTransactions } from '#server/platform/db/outside-transaction.ts'
import type { MailMessage } from '../ports/mail.ts'
import type { Delivery, DeliveryProblem, MailServer, OutgoingMail } from '../ports/outgoing-mail.ts'
import { isPublicIp } from './public-ip.ts'

type Options = {
  /** Loopback and private networks: for development and tests, never in production. */
  allowsPrivate: boolean
  timeoutMs?: number
  /** Certificate authorities to trust instead of the system's. */
  authorities?: string[]
  resolve?: (host: string) => Promise<string[]>
}

/** A host name may resolve to several IP addresses, some of them unreachable from here. */
const ADDRESSES_AT_MOST = 3

export function openOutgoingMail(options: Options): OutgoingMail {
  const { allowsPrivate, timeoutMs = 15_000, authorities, resolve = addressesOf } = options
  return outsideTransactions({
    async deliver(server, mail) {
      const addresses = await resolve(server.host).catch(() => [])
      if (addresses.length === 0) return failed('name-not-found')
      if (!allowsPrivate && !addresses.every(isPublicIp)) return failed('not-public')
      let delivery = failed('refused')
      for (const address of addresses.slice(0, ADDRESSES_AT_MOST)) {
        delivery = await deliverTo(address, server, mail)
        if (delivery.kind === 'sent' || delivery.problem !== 'refused') break
      }
      return delivery
    },
  })

  /** Connects to the IP address that was checked. Resolving again could return another one (DNS rebinding). */
  async function deliverTo(address: string, server: MailServer, mail: MailMessage): Promise<Delivery> {
    const transport = createTransport({
      host: address,
      port: server.port,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      ...(server.username === '' ? {} : { auth: { user: server.username, pass: server.password } }),
      tls: {
        minVersion: 'TLSv1.2',
        ...(isIP(server.host) ? {} : { servername: server.host }),
        ...(authorities ? { ca: authorities } : {}),
      },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    })
    try {
      await transport.sendMail({
        from: { name: '', address: server.fromAddress },
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.plain,
        html: mail.html,
        messageId: `<${mail.messageId}>`,
      })
      return { kind: 'sent' }
    } catch (error) {
      return failureOf(error)
    } finally {
      transport.close()
    }
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

type MailError = { code?: string; originalCode?: string; response?: string; message?: string }

/** Maps the library's errors to problems that the customer can act on. */
function failureOf(error: unknown): Delivery {
  const { code = '', originalCode = code, response = '', message = '' } = error as MailError
  return failed(problemOf(code, originalCode, message), response || message)
}

function problemOf(code: string, originalCode: string, message: string): DeliveryProblem {
  if (/^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|ACCES)$/.test(originalCode)) return 'refused'
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return 'timed-out'
  if (code === 'EAUTH') return 'wrong-login'
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(originalCode) || /certificate|altnames/i.test(message))
    return 'bad-certificate'
  if (code === 'ETLS' || originalCode.startsWith('ERR_SSL') || /wrong version number/i.test(message))
    return 'no-tls'
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'not-accepted'
  return 'broken-off'
}

function failed(problem: DeliveryProblem, said = ''): Delivery {
  return { kind: 'failed', problem, said: cutTo(oneLine(said), 200) }
}
