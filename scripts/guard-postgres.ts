// Outlives the process that started PostgreSQL, however that process ends, and cleans up after it: when our
// standard input closes, it stops the database and removes its folder.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const [bin = '', folder = ''] = process.argv.slice(2)
const data = join(folder, 'data')

process.stdin.resume()
await once(process.stdin, 'close')
if (existsSync(join(data, 'postmaster.pid'))) {
  const { uid, gid } = statSync(data)
  const owner = process.getuid?.() === 0 ? { uid, gid } : {}
  spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], { stdio: 'ignore', ...owner })
}
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
