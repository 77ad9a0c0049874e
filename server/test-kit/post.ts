import { SMTPServer } from 'smtp-server'
import { sendMails } from '../adapters/mail-smtp.ts'
import type { MailCarrier } from '../ports/mail.ts'

export type Post = { port: number; received: string[]; close(): Promise<void> }

export function carrierTo(port: number): MailCarrier {
  return sendMails({
    url: `smtp://127.0.0.1:${port}`,
    requiresTls: false,
    from: 'Desk <desk@example.com>',
  })
}

/** A real mail server on loopback that can temporarily refuse the first messages. */
export async function openPost({ refusing = 0 } = {}): Promise<Post> {
  const received: string[] = []
  let refusals = refusing
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          done(Object.assign(new Error('try later'), { responseCode: 450 }))
          return
        }
        received.push(text)
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const net = server.listen(0, '127.0.0.1', () => resolve((net.address() as { port: number }).port))
  })
  return { port, received, close: () => new Promise((done) => server.close(() => done())) }
}
