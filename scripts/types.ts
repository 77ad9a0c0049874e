import { execFile } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
// Arguments choose some of them.
const chosen = process.argv.slice(2)
const projects = chosen.length > 0 ? chosen : ['.', 'contract', 'web', 'site', 'server']

// Two at a time: each uses one core.
await Promise.all([checkInTurn(), checkInTurn()])

async function checkInTurn() {
  for (let project = projects.shift(); project; project = projects.shift()) {
    const complaints = await check(project)
    if (complaints === undefined) continue
    console.error(complaints)
    process.exitCode = 1
  }
}

function check(project: string): Promise<string | undefined> {
  const args = [compiler, '-p', project, '--pretty', `${process.stdout.isTTY ?? false}`]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: Infinity }, (error, stdout, stderr) => {
      resolve(error ? stdout + stderr || error.message : undefined)
    })
  })
}
