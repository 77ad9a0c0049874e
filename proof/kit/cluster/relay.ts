import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network link that can be cut: all data is held back without closing connections. */
export type Relay = { port: number; cut(): void; mend(): void; close(): void }

export async function openRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isCut = false

  const server = createServer((near) => {
    keep(near)
    if (isCut) return void near.pause()
    const far = keep(connect(target, '127.0.0.1'))
    near.pipe(far)
    far.pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Data in transit is lost; new connections pass. */
    mend() {
      isCut = false
      for (const socket of sockets) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
