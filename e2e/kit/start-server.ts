import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { launchProduct, type Product } from '../../scripts/launch-product.ts'

/** A running product with a database of its own. */
export type Server = Pick<Product, 'url' | 'output' | 'hasEnded'> & {
  dataDir: string
  stop(): Promise<void>
}

export async function startServer(env: Record<string, string>): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'front-desk-e2e-'))
  const database = process.env.E2E_DATABASE === 'postgres' ? await makeDatabase() : undefined
  const clearUp = async () => {
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const databaseEnv = database ? { DATABASE_URL: database.url } : {}
    const product = await launchProduct({ DATA_DIR: dataDir, ...databaseEnv, ...env })
    const stop = async () => {
      const endedWell = await product.stop()
      await clearUp()
      if (!endedWell) throw new Error(`The server did not end well. It wrote:\n${product.output()}`)
    }
    return { url: product.url, output: product.output, hasEnded: product.hasEnded, dataDir, stop }
  } catch (error) {
    await clearUp()
    throw error
  }
}

async function makeDatabase() {
  const url = process.env.E2E_DATABASE_URL
  if (!url) throw new Error('E2E_DATABASE=postgres needs E2E_DATABASE_URL, a PostgreSQL that we may fill.')
  const name = `e2e_${randomBytes(6).toString('hex')}`
  await execute(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => execute(url, `drop database ${name} with (force)`) }
}

async function execute(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
