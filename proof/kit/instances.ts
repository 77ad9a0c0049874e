import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Said = { steps?: number; error?: string }

/** Several instances on one database with a controlled clock; any of them can be killed at any time. */
export async function startInstances(url: string, count: number) {
  const start = async () => {
    const child = fork(join(import.meta.dirname, 'renewal-instance.ts'), [url], { stdio: 'inherit' })
    await answerOf(child)
    return child
  }
  const instances = await Promise.all(Array.from({ length: count }, start))

  /** All instances do what is due at this time. One that is killed meanwhile is restarted and does the same. */
  async function tick(now: Date, kill?: { which: number; afterMs: number }): Promise<number> {
    const done = instances.map(async (child, index) => {
      child.send(now.toISOString())
      const answered = answerOf(child)
      if (kill?.which !== index) return answered
      await pause(kill.afterMs)
      child.kill('SIGKILL')
      const before = await answered.catch(() => 0)
      const next = await start()
      instances[index] = next
      next.send(now.toISOString())
      return before + (await answerOf(next))
    })
    return (await Promise.all(done)).reduce((sum, steps) => sum + steps, 0)
  }

  async function stop(): Promise<void> {
    await Promise.all(
      instances.map(async (child) => {
        child.disconnect()
        if (child.exitCode === null) await once(child, 'exit')
      }),
    )
  }
  return { tick, stop }
}

function answerOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      child.off('message', hear)
      child.off('exit', lose)
    }
    const hear = ({ steps, error }: Said) => {
      leave()
      if (error) reject(new Error(error))
      else resolve(steps ?? 0)
    }
    const lose = () => {
      leave()
      reject(new Error('the instance was killed'))
    }
    child.on('message', hear)
    child.on('exit', lose)
  })
}
