import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { keepRunning, type Part } from '../scripts/cluster/keep-running.ts'

/** Answers each request with 503, as an instance does during a failover. */
const INSTANCE = `
  const server = require('node:http').createServer((request, response) => response.writeHead(503).end())
  server.listen(Number(process.env.PORT || 0), '127.0.0.1', () => console.log(server.address().port))`
/** Longer than an instance takes to answer on a machine that is busy with other tests. */
const AT_MOST_MS = 2_100

async function runInstance() {
  let port = 0
  let isOpen = true
  let hasAnswered = false
  let isWatched = false
  const said: string[] = []
  const part = keepRunning(
    {
      isOpen: () => isOpen,
      launch({ command, args }) {
        const child = spawn(command, args, {
          env: { ...process.env, PORT: String(port) },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          port = Number(text)
        })
        return child
      },
    },
    { name: 'instance-1', command: process.execPath, args: ['-e', INSTANCE] },
    {
      silence: {
        answers() {
          isWatched ||= hasAnswered
          return fetch(`http://127.0.0.1:${port}/health`, {
            signal: AbortSignal.timeout(AT_MOST_MS / 3),
          }).then(
            () => {
              hasAnswered = true
              return true
            },
            () => false,
          )
        },
        question: '/health',
        everyMs: 50,
        atMostMs: AT_MOST_MS,
        startsWithinMs: 20_000,
      },
      say: (line) => said.push(line),
    },
  )
  onTestFinished(async () => {
    isOpen = false
    await part.stop('SIGKILL')
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(300) }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answers).toBe(503)
  // Until its first answer an instance may be silent for as long as a start takes.
  await expect.poll(() => isWatched).toBe(true)
  return { part, said, answers }
}

const lossesOf = (part: Part) => ({ losses: part.losses(), why: part.lastLoss() })

test('an instance that hangs is killed and restarted, and counted with the reason', async () => {
  const { part, said, answers } = await runInstance()
  const first = part.pid()
  part.kill('SIGSTOP')
  await expect.poll(() => part.losses()).toBe(1)
  expect(lossesOf(part)).toEqual({ losses: 1, why: 'killed: no answer to /health for 2.1 s' })
  expect(said).toEqual(['instance-1 is killed: no answer to /health for 2.1 s. It is started again.'])
  await expect.poll(answers).toBe(503)
  expect(part.pid()).not.toBe(first)
})

test('an instance that answers 503 keeps running, as does one that hangs only briefly', async () => {
  const { part, answers } = await runInstance()
  const first = part.pid()
  part.kill('SIGSTOP')
  await pause(AT_MOST_MS / 3)
  part.kill('SIGCONT')
  await pause(AT_MOST_MS * 2)
  expect(await answers()).toBe(503)
  expect({ pid: part.pid(), ...lossesOf(part) }).toEqual({ pid: first, losses: 0, why: undefined })
})

test('an instance that exits is restarted, with the reason', async () => {
  const { part, answers } = await runInstance()
  part.kill('SIGTERM')
  await expect.poll(() => part.losses()).toBe(1)
  await expect.poll(answers).toBe(503)
  expect(lossesOf(part)).toEqual({ losses: 1, why: 'ended by SIGTERM' })
})
