import { afterEach, expect, test } from 'vitest'
import { findFreePort } from '../../scripts/find-free-port.ts'
import type { MailServer } from '../ports/outgoing-mail.ts'
import { ofAnotherName, ofLocalhost } from '../test-kit/certificates.ts'
import { openMailServer, openSilentServer } from '../test-kit/mail-servers.ts'
import { openOutgoingMail } from './outgoing-mail-smtp.ts'
import { isPublicIp } from './public-ip.ts'

const login = { user: 'dana', password: 'correct horse' }
const message = {
  recipient: 'dana@example.com',
  subject: 'Hello',
  plain: 'Hi',
  html: '<p>Hi</p>',
  messageId: 'a@b.c',
}
const mail = openOutgoingMail({ allowsPrivate: true, authorities: [ofLocalhost.cert] })
const impatient = openOutgoingMail({ allowsPrivate: true, timeoutMs: 500, authorities: [ofLocalhost.cert] })
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serverThat(behaviour: Parameters<typeof openMailServer>[0]) {
  const server = await openMailServer(behaviour)
  closing.push(server.close)
  return server
}

function at(port: number, changes: Partial<MailServer> = {}): MailServer {
  return {
    host: 'localhost',
    port,
    security: 'tls',
    username: login.user,
    password: login.password,
    fromAddress: 'office@north-shore.example',
    ...changes,
  }
}

test.each(['tls', 'starttls'] as const)(
  'a mail is sent over %s with its login, encrypted all the way',
  async (security) => {
    const server = await serverThat({ security, login })
    expect(await mail.deliver(at(server.port, { security }), message)).toEqual({ kind: 'sent' })
    expect(server.letters).toMatchObject([
      { from: 'office@north-shore.example', to: 'dana@example.com', isEncrypted: true, user: 'dana' },
    ])
  },
)

test('without security there is no login, and the mail is still sent', async () => {
  const server = await serverThat({ security: 'none' })
  const plain = at(server.port, { security: 'none', username: '', password: '' })
  expect(await mail.deliver(plain, message)).toEqual({ kind: 'sent' })
  expect(server.letters).toMatchObject([{ isEncrypted: false, user: '' }])
})

const problem = async (server: MailServer, sender = mail) => {
  const delivery = await sender.deliver(server, message)
  return delivery.kind === 'failed' ? delivery.problem : delivery.kind
}

test('each failure has its own name', async () => {
  expect(await problem(at(25, { host: 'no-such-server.invalid' }))).toBe('name-not-found')
  expect(await problem(at(await findFreePort()))).toBe('refused')

  const silent = await openSilentServer()
  closing.push(silent.close)
  expect(await problem(at(silent.port), impatient)).toBe('timed-out')
  expect(await problem(at(silent.port, { security: 'starttls' }), impatient)).toBe('timed-out')

  const strict = await serverThat({ security: 'tls', login })
  expect(await problem(at(strict.port, { password: 'wrong' }))).toBe('wrong-login')
  const upgrading = await serverThat({ security: 'starttls', login })
  expect(await problem(at(upgrading.port, { security: 'starttls', username: 'nobody' }))).toBe('wrong-login')

  const refusing = await serverThat({
    security: 'tls',
    login,
    refusesWith: 'You may not send as this sender',
  })
  expect(await mail.deliver(at(refusing.port), message)).toMatchObject({
    problem: 'not-accepted',
    said: '550 You may not send as this sender',
  })
})

test.each(['tls', 'starttls'] as const)(
  'a certificate with another name, or from an unknown authority, is refused over %s',
  async (security) => {
    const renamed = await serverThat({ security, login, certificate: ofAnotherName })
    const trusting = openOutgoingMail({ allowsPrivate: true, authorities: [ofAnotherName.cert] })
    expect(await problem(at(renamed.port, { security }), trusting)).toBe('bad-certificate')
    const selfSigned = await serverThat({ security, login })
    const strict = openOutgoingMail({ allowsPrivate: true })
    expect(await problem(at(selfSigned.port, { security }), strict)).toBe('bad-certificate')
    expect([...renamed.letters, ...selfSigned.letters]).toEqual([])
  },
)

test('a login is never sent over an unencrypted connection', async () => {
  const plain = await serverThat({ security: 'none' })
  expect(await problem(at(plain.port, { security: 'starttls' }))).toBe('no-tls')
  expect(await problem(at(plain.port, { security: 'tls' }))).toBe('no-tls')
  expect(plain.letters).toEqual([])
})

test('in production, refuses hosts that resolve to this machine or a private network', async () => {
  const server = await serverThat({ security: 'tls', login })
  const answers: Record<string, string[]> = {
    'mail.example': ['127.0.0.1'],
    'rebinding.example': ['93.184.215.14', '10.0.0.7'],
  }
  const production = openOutgoingMail({
    allowsPrivate: false,
    authorities: [ofLocalhost.cert],
    resolve: async (host) => answers[host] ?? [host],
  })
  for (const host of ['mail.example', 'rebinding.example', '127.0.0.1', '10.1.2.3', '::1', '169.254.169.254'])
    expect(await problem(at(server.port, { host }), production)).toBe('not-public')
  const real = openOutgoingMail({ allowsPrivate: false })
  expect(await problem(at(server.port, { host: 'localhost' }), real)).toBe('not-public')
  expect(server.letters).toEqual([])
})

test('recognizes public ip addresses', () => {
  const inside = [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    'not an address',
  ]
  expect(inside.filter(isPublicIp)).toEqual([])
  const outside = ['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8']
  expect(outside.filter((address) => !isPublicIp(address))).toEqual([])
})
