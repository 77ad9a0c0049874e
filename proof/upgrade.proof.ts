import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { startHaproxy, startNginx } from '../scripts/cluster/proxy.ts'
import { openWorkplace } from '../scripts/cluster/workplace.ts'
import { findFreePort } from '../scripts/find-free-port.ts'
import { openVisitors } from './kit/cluster/visitors.ts'

const STARTS_WITHIN_MS = 20_000
const TIMES = 30

/** An instance of a release: it has the scripts of its own build only. The new one does not answer /slow/. */
async function openInstance(release: string) {
  const missed: string[] = []
  const slow = Promise.withResolvers<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.url === '/slow/' && release === 'new') return slow.resolve(response)
    const isHere = request.url === '/ready' || request.url === `/assets/${release}.js`
    if (!isHere) missed.push(`${request.method} ${request.url}`)
    response.writeHead(isHere ? 200 : 404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, missed, slow: slow.promise }
}

async function openProxy(name: 'haproxy' | 'nginx', instances: number[]) {
  const program = findProgram(name, console.log)
  if (!program) return undefined
  const workplace = openWorkplace()
  onTestFinished(() => workplace.remove())
  const options = {
    workplace,
    program: workplace.reachable(program),
    port: await findFreePort(),
    plainPort: await findFreePort(),
    instances,
  }
  const { url, certificate } =
    name === 'nginx' ? startNginx(options) : startHaproxy(options, await findFreePort())
  const visitors = openVisitors([url], certificate)
  onTestFinished(() => visitors.close())
  const deadline = Date.now() + STARTS_WITHIN_MS
  while ((await visitors.send('/ready', 1)).status !== 200 && Date.now() < deadline) await pause(50)
  return visitors
}

test.each(['haproxy', 'nginx'] as const)(
  'during an upgrade the scripts of both releases are found behind %s',
  {
    timeout: 120_000,
  },
  async (name) => {
    const instances = await Promise.all([openInstance('old'), openInstance('old'), openInstance('new')])
    const visitors = await openProxy(
      name,
      instances.map(({ port }) => port),
    )
    if (!visitors) return console.log(`Left out: ${name} cannot be had here.`)
    const paths = Array.from({ length: TIMES }, () => ['/assets/old.js', '/assets/new.js']).flat()
    const ask = async (path: string) => `${path} ${(await visitors.send(path, 1)).status}`
    const found = new Set(['/assets/old.js 200', '/assets/new.js 200'])
    const askInTurn = async () => {
      const answers = new Set<string>()
      for (const path of paths) answers.add(await ask(path))
      return answers
    }
    expect(await askInTurn()).toEqual(found)

    // The new instance is busier than the others, and pages load at the same time.
    let slow: ServerResponse | undefined
    while (!slow) {
      const answered = visitors.send('/slow/', 1).then(() => undefined)
      slow = await Promise.race([answered, ...instances.map((instance) => instance.slow)])
    }
    expect(await askInTurn()).toEqual(found)
    expect(new Set(await Promise.all(paths.map(ask)))).toEqual(found)
    slow.end()

    // Nothing else is asked for twice.
    for (const instance of instances) instance.missed.length = 0
    expect((await visitors.send('/page/', 1)).status).toBe(404)
    expect((await visitors.send('/call/', 1, new FormData())).status).toBe(404)
    expect(instances.flatMap(({ missed }) => missed).toSorted()).toEqual(['GET /page/', 'POST /call/'])
  },
)
