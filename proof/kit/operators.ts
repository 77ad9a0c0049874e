import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** How a command ended: its exit code, or the signal that killed it. */
export type CommandEnd = { end: number | string; said: string }

export type Operators = {
  /** Both give the same command at the same time. */
  giveTwice(argv: string[]): Promise<CommandEnd[]>
  stop(): Promise<void>
}

/** Two operators at the command line, in a process of their own. */
export async function startOperators(env: Record<string, string | undefined>): Promise<Operators> {
  const child = fork(join(import.meta.dirname, 'operator-process.ts'), {
    cwd: join(import.meta.dirname, '../..'),
    env,
    execArgv: [],
  })
  const ended = once(child, 'exit')
  const answer = async <Answer>(): Promise<Answer> => {
    const lost = ended.then(() => {
      throw new Error('The operators’ process has ended')
    })
    const [message] = await Promise.race([once(child, 'message'), lost])
    return message as Answer
  }
  await answer()
  return {
    giveTwice(argv) {
      const ends = answer<CommandEnd[]>()
      child.send(argv)
      return ends
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
