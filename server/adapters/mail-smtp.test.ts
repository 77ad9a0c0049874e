import { expect, onTestFinished, test } from 'vitest'
import { ofAnotherName, ofLocalhost } from '../test-kit/certificates.ts'
import { openMailServer, openSilentServer } from '../test-kit/mail-servers.ts'
import { sendMails } from './mail-smtp.ts'

const mail = {
  recipient: 'dana@example.com',
  subject: 'A link',
  plain: 'Only for Dana',
  html: '<p>Only for Dana</p>',
  messageId: 'one@example.com',
}

async function open(behaviour: Parameters<typeof openMailServer>[0], requiresTls: boolean) {
  const server = await openMailServer(behaviour)
  onTestFinished(server.close)
  const protocol = behaviour.security === 'tls' ? 'smtps' : 'smtp'
  const carrier = sendMails({
    url: `${protocol}://localhost:${server.port}`,
    requiresTls,
    from: 'Desk <desk@example.com>',
    authorities: [ofLocalhost.cert],
  })
  return { server, send: () => carrier.deliver(mail) }
}

test.each(['starttls', 'tls'] as const)('a mail that requires encryption goes over %s', async (security) => {
  const { server, send } = await open({ security }, true)
  await send()
  expect(server.letters).toMatchObject([{ to: 'dana@example.com', isEncrypted: true }])
})

test('a mail that requires encryption is not sent to a server without TLS', async () => {
  const { server, send } = await open({ security: 'none' }, true)
  await expect(send()).rejects.toThrow(/STARTTLS/)
  expect(server.letters).toEqual([])
})

test.each(['starttls', 'tls'] as const)(
  'a mail is not sent to a server that identifies as another one (%s)',
  async (security) => {
    const { server, send } = await open({ security, certificate: ofAnotherName }, true)
    await expect(send()).rejects.toThrow(/certificate|altnames/i)
    expect(server.letters).toEqual([])
  },
)

test('a mail server on this machine needs no encryption', async () => {
  const { server, send } = await open({ security: 'none' }, false)
  await send()
  expect(server.letters).toMatchObject([{ isEncrypted: false }])
})

test('gives up on a silent mail server, to retry later', async () => {
  const server = await openSilentServer()
  onTestFinished(server.close)
  const carrier = sendMails({
    url: `smtp://localhost:${server.port}`,
    requiresTls: false,
    from: 'Desk <desk@example.com>',
    silenceAtMostMs: 300,
  })
  await expect(carrier.deliver(mail)).rejects.toThrow(/greeting|timeout/i)
})
