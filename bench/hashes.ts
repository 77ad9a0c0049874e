import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { openPasswords } from '../server/identity/passwords.ts'
import { median } from './finding.ts'

const ROUNDS = 5
const REST_MS = 2_000

/**
 * Alternates the work with pure hashing: the machine's speed varies by the second, so only adjacent
 * measurements can be compared. The median of the rounds counts.
 */
export async function againstHashes(
  work: () => Promise<number>,
): Promise<{ perSecond: number; hashes: number; ratio: number }> {
  const rounds: { perSecond: number; hashes: number; ratio: number }[] = []
  let before = await hashesPerSecond()
  for (let round = 0; round < ROUNDS; round += 1) {
    const perSecond = await work()
    // Lets mail and provisioning jobs caused by the work finish, so that they do not slow the measurement.
    await pause(REST_MS)
    const after = await hashesPerSecond()
    const hashes = (before + after) / 2
    rounds.push({ perSecond, hashes, ratio: perSecond / hashes })
    before = after
  }
  const middleOf = (key: 'perSecond' | 'hashes' | 'ratio') => median(rounds.map((round) => round[key]))
  return { perSecond: middleOf('perSecond'), hashes: middleOf('hashes'), ratio: middleOf('ratio') }
}

/**
 * How many hashes this machine computes per second right now, on all cores: the reference for all hashing
 * work.
 */
async function hashesPerSecond(): Promise<number> {
  const cores = availableParallelism()
  const passwords = openPasswords({ cost: 'standard', atOnce: cores, waiting: 10_000 })
  const begin = performance.now()
  let hashes = 0
  const hasher = async () => {
    while (performance.now() - begin < 2_000) {
      await passwords.hash('password1')
      hashes += 1
    }
  }
  await Promise.all(Array.from({ length: cores }, hasher))
  return hashes / ((performance.now() - begin) / 1000)
}
