import { Client } from 'pg'

/** Creates an empty database on a running PostgreSQL. */
export async function freshDatabase(postgresUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}
