import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../find-free-port.ts'
import { ensurePostgres } from '../find-postgres.ts'
import { makeReachable } from '../make-cluster.ts'
import { type DatabaseNode, openNode } from './database-node.ts'
import { accepts } from './keep-database.ts'
import type { Workplace } from './workplace.ts'

export type Link = 'clients' | 'replication'
/** Puts something between a server and its clients; returns the port to use instead. */
export type LinkTo = (node: string, link: Link, port: number) => Promise<number>

export type DatabasePair = {
  primary: DatabaseNode
  standby: DatabaseNode
  portOf(node: DatabaseNode, link: Link): number
}

/** A primary with an empty product database, and a standby that follows it. */
export async function startDatabase(
  workplace: Workplace,
  password: string,
  linkTo: LinkTo = async (_node, _link, port) => port,
): Promise<DatabasePair> {
  const bin = makeReachable(ensurePostgres(), workplace.folder, workplace.owner)
  const open = async (name: string) =>
    openNode({ workplace, bin, name, port: await findFreePort(), password })
  const [primary, standby] = [await open('one'), await open('two')]
  const ports = new Map<string, number>()
  for (const { name, port } of [primary, standby]) {
    for (const link of ['clients', 'replication'] as const)
      ports.set(`${link} of ${name}`, await linkTo(name, link, port))
  }
  const portOf = (node: DatabaseNode, link: Link) => ports.get(`${link} of ${node.name}`) as number

  await primary.initialize()
  await primary.start()
  while (!(await accepts(primary))) {
    if (!primary.isRunning()) throw new Error(`The primary has ended. It wrote:\n${workplace.logOf('one')}`)
    await pause(50)
  }
  await primary.ask(`create role front_desk login password '${password}'`)
  await primary.ask('create database front_desk owner front_desk', { atMostMs: 20_000 })
  const source = portOf(primary, 'replication')
  if (!(await standby.copyFrom(source, 'all'))) throw new Error('The standby could not be made.')
  await standby.start(source)
  return { primary, standby, portOf }
}
