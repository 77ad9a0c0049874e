import { SMTPServer } from 'smtp-server'
import { sendMails } from '../adapters/mail-smtp.ts'
import type { MailCarrier } from '../ports/mail.ts'

export type Post = {
  port: number
  received: string[]
  /** The envelope senders of what it received. */
  senders: string[]
  /** Recipients about whom it stays silent until released. */
  heldBack: string[]
  speak(): void
  close(): Promise<void>
}

export function carrierTo(port: number): MailCarrier {
  return sendMails({
    url: `smtp://127.0.0.1:${port}`,
    requiresTls: false,
    from: 'Desk <desk@example.com>',
  })
}

/** `550 5.1.1 No such user` */
function refusalWith(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}

/**
 * A real mail server on loopback that can temporarily refuse the first messages, stay silent about some
 * recipients, or refuse every recipient.
 */
export async function openPost({ refusing = 0, silentTo = '', refusesRecipient = '' } = {}): Promise<Post> {
  const received: string[] = []
  const senders: string[] = []
  const heldBack: string[] = []
  const answers: (() => void)[] = []
  let refusals = refusing
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (refusesRecipient) return done(refusalWith(refusesRecipient))
      if (address !== silentTo) return done()
      heldBack.push(address)
      answers.push(done)
    },
    onData(stream, { envelope }, done) {
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
        senders.push(envelope.mailFrom ? envelope.mailFrom.address : '')
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const net = server.listen(0, '127.0.0.1', () => resolve((net.address() as { port: number }).port))
  })
  const speak = () => {
    for (const answer of answers.splice(0)) answer()
  }
  return {
    port,
    received,
    senders,
    heldBack,
    speak,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
