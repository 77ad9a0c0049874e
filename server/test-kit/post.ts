import { SMTPServer } from 'smtp-server'
import { sendMails } from '../adapters/mail-smtp.ts'
import type { MailCarrier } from '../ports/mail.ts'

export type Post = {
  port: number
  received: string[]
  /** Recipients about whom it says nothing, until it is told to speak. */
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

/** A real mail server on loopback that can temporarily refuse the first messages, or say nothing to some. */
export async function openPost({ refusing = 0, silentTo = '' } = {}): Promise<Post> {
  const received: string[] = []
  const heldBack: string[] = []
  const answers: (() => void)[] = []
  let refusals = refusing
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (address !== silentTo) return done()
      heldBack.push(address)
      answers.push(done)
    },
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
  const speak = () => {
    for (const answer of answers.splice(0)) answer()
  }
  return { port, received, heldBack, speak, close: () => new Promise((done) => server.close(() => done())) }
}
