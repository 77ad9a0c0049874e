import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

/** Gives each request its own connection, which is closed at the deadline, whatever has arrived until then. */
export function agentWithDeadline(protocol: 'http' | 'https', milliseconds: number): HttpAgent {
  const agent = protocol === 'https' ? new HttpsAgent() : new HttpAgent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...args) => {
    const socket = connect(...args)
    const deadline = setTimeout(() => socket?.destroy(new Error('No answer in time')), milliseconds)
    socket?.once('close', () => clearTimeout(deadline))
    return socket
  }
  return agent
}
