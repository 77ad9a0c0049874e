import { availableParallelism } from 'node:os'
import { openPasswords } from '../server/identity/passwords.ts'

/** What this machine can hash right now, with all its cores: the measure of everything that hashes. */
export async function hashesPerSecond(): Promise<number> {
  const cores = availableParallelism()
  const passwords = openPasswords({ cost: 'standard', atOnce: cores, waiting: 10_000 })
  const begin = performance.now()
  let hashes = 0
  const hasher = async () => {
    while (performance.now() - begin < 3_000) {
      await passwords.hash('password1')
      hashes += 1
    }
  }
  await Promise.all(Array.from({ length: cores }, hasher))
  return hashes / ((performance.now() - begin) / 1000)
}
