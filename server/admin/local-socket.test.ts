import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { callAdminSocket, openAdminSocket } from './local-socket.ts'
import { runCommand } from './run-command.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('the admin socket answers only those who can read the data folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'front-desk-socket-'))
  const requested = { argv: ['settings', 'get'], actor: 'operator:tests' }
  expect(await callAdminSocket(folder, requested)).toBeUndefined()
  const socket = await openAdminSocket(folder, ({ argv, actor }) => runCommand(harness, argv, actor))
  const file = path.join(folder, 'admin.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await callAdminSocket(folder, requested)).toMatchObject({ sections: [{ name: 'settings' }] })
  expect(await callAdminSocket(folder, { ...requested, argv: ['no', 'such'] })).toMatchObject({
    refused: 'not-found',
  })

  const { port, token } = JSON.parse(await readFile(file, 'utf8'))
  const body = JSON.stringify(requested)
  const status = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
  const authorization = `Bearer ${token}`
  expect(await status({})).toBe(401)
  expect(await status({ authorization: 'Bearer guess' })).toBe(401)
  expect(await status({ authorization, origin: 'http://localhost:3000' })).toBe(403)
  expect(await status({ authorization })).toBe(200)
  await socket.close()
  expect(await callAdminSocket(folder, requested)).toBeUndefined()
  await rm(folder, { recursive: true })
})

test('a server that ends before it answers is told apart from one that was never asked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'admin-socket-'))
  const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await writeFile(path.join(folder, 'admin.json'), JSON.stringify({ port, token: 'x' }))
  const requested = { argv: ['account', 'numbers'], actor: 'operator:test' }
  await expect(callAdminSocket(folder, requested)).rejects.toThrow('The command may have been carried out')
  server.close()
  await once(server, 'close')
  expect(await callAdminSocket(folder, requested)).toBeUndefined()
  await rm(folder, { recursive: true })
})
