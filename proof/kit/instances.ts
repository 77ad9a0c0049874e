import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Said = { steps?: number; error?: string }
type Options = {
  /** What the instances run, with these arguments after the database's url. */
  script?: string
  args?: string[]
  /** A file of proof/faults that breaks them. */
  fault?: string | undefined
}

/** Several instances on one database with a controlled clock; any of them can be killed at any time. */
export async function startInstances(
  url: string,
  count: number,
  { script = 'renewal-instance.ts', args = [], fault }: Options = {},
) {
  const env = fault ? { ...process.env, NODE_OPTIONS: `--import=./proof/faults/${fault}.ts` } : process.env
  const start = async () => {
    const child = fork(join(import.meta.dirname, script), [url, ...args], { stdio: 'inherit', env })
    await answerOf(child)
    return child
  }
  const instances = await Promise.all(Array.from({ length: count }, start))

  /** All instances do what is due at this time. One that is killed meanwhile is restarted and does the same. */
  async function tick(now: Date, kill?: { which: number; afterMs: number }): Promise<number> {
    const done = instances.map(async (child, index) => {
      child.send(now.toISOString())
      const answered = answerOf(child)
      if (kill?.which !== index) return stepsOf(await answered)
      await pause(kill.afterMs)
      child.kill('SIGKILL')
      const before = await answered.then(stepsOf, () => 0)
      const next = await start()
      instances[index] = next
      next.send(now.toISOString())
      return before + stepsOf(await answerOf(next))
    })
    return (await Promise.all(done)).reduce((sum, steps) => sum + steps, 0)
  }

  /** Sends one instance something else than a time, and returns what it says. */
  async function ask<Answer>(question: object): Promise<Answer> {
    const [child] = instances
    if (!child) throw new Error('No instance runs')
    child.send(question)
    return (await answerOf(child)) as Answer
  }

  async function stop(): Promise<void> {
    await Promise.all(
      instances.map(async (child) => {
        child.disconnect()
        if (child.exitCode === null) await once(child, 'exit')
      }),
    )
  }
  return { tick, ask, stop }
}

function stepsOf({ steps }: Said): number {
  return steps ?? 0
}

function answerOf(child: ChildProcess): Promise<Said> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      child.off('message', hear)
      child.off('exit', lose)
    }
    const hear = (said: Said) => {
      leave()
      if (said.error) reject(new Error(said.error))
      else resolve(said)
    }
    const lose = () => {
      leave()
      reject(new Error('the instance was killed'))
    }
    child.on('message', hear)
    child.on('exit', lose)
  })
}
