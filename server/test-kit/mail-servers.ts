import { createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { ofLocalhost } from './certificates.ts'

export type MailServerUnderTest = {
  port: number
  letters: { from: string; to: string; text: string; isEncrypted: boolean; user: string }[]
  close(): Promise<void>
}

type Behaviour = {
  security: 'none' | 'starttls' | 'tls'
  login?: { user: string; password: string }
  certificate?: { key: string; cert: string }
  /** The response with which it refuses every message. */
  refusesWith?: string
}

/** A real mail server on loopback, with TLS, login and failures as a test needs them. */
export async function openMailServer(behaviour: Behaviour): Promise<MailServerUnderTest> {
  const { security, login, certificate = ofLocalhost, refusesWith } = behaviour
  const letters: MailServerUnderTest['letters'] = []
  const options: SMTPServerOptions = {
    secure: security === 'tls',
    ...certificate,
    authOptional: login === undefined,
    disabledCommands: security === 'starttls' ? [] : ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onMailFrom(_address, _session, done) {
      done(refusesWith ? Object.assign(new Error(refusesWith), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        letters.push({
          text,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo[0]?.address ?? '',
          isEncrypted: session.secure === true,
          user: String(session.user ?? ''),
        })
        done()
      })
    },
  }
  const server = new SMTPServer(options)
  // A client that does not trust our certificate disconnects, which is expected.
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const net = server.listen(0, '127.0.0.1', () => resolve((net.address() as { port: number }).port))
  })
  return { port, letters, close: () => new Promise((done) => server.close(() => done())) }
}

/** Accepts connections and never sends anything. */
export async function openSilentServer(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
