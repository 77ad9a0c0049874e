// Production files and lines by area, in this folder and with --against=REV in a commit beside it.
// Tests and test kits are not counted.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const LONG = 300
const areas = ['contract', 'web', 'server', 'site', 'migrations']
const root = join(import.meta.dirname, '..')

const [option, ...others] = process.argv.slice(2)
const revision = option?.match(/^--against=(.+)$/)?.[1]
if (others.length > 0 || (option !== undefined && revision === undefined)) {
  console.error('npm run weigh -- --against=REV: the commit is optional, and there are no other arguments.')
  process.exit(1)
}

const columns = [weigh()]
if (revision !== undefined) columns.unshift(weigh(revision))
for (const [index, [name = '']] of (columns[0] ?? []).entries())
  console.log(name.padEnd(16) + columns.map((rows) => rows[index]?.[1]?.padStart(24)).join(''))

/** Of the folder, including new files, if no commit is given. */
function weigh(commit?: string): string[][] {
  const files = countLines(commit).filter(([name]) => !/\.test\.tsx?$|\/test-kit\//.test(name))
  const lengths = files.map(([, lines]) => lines).sort((one, other) => one - other)
  const inArea = (area: string) => files.filter(([name]) => name.startsWith(`${area}/`))
  return [
    ['', commit ?? 'now'],
    ...areas.map((area) => [area, sumOf(inArea(area))]),
    ['total', sumOf(files)],
    ['median file', `${lengths[Math.floor(lengths.length / 2)] ?? 0} lines`],
    [`over ${LONG} lines`, `${lengths.filter((lines) => lines > LONG).length} files`],
  ]
}

function countLines(commit?: string): [name: string, lines: number][] {
  const paths = areas.flatMap((area) => ['ts', 'tsx', 'css', 'sql', 'mjs'].map((end) => `${area}/*.${end}`))
  const pattern = commit === undefined ? ['--untracked', '-e', ''] : ['-e', '', commit]
  const args = ['grep', '--count', ...pattern, '--', ...paths]
  const counted = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: Infinity })
  if (counted.status !== 0) {
    console.error(counted.stderr.trim())
    process.exit(1)
  }
  return counted.stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [lines, name = ''] = line.split(':').reverse()
      return [name, Number(lines)]
    })
}

function sumOf(files: [string, number][]): string {
  const lines = files.reduce((sum, [, one]) => sum + one, 0)
  return `${lines.toLocaleString('en')} in ${files.length.toLocaleString('en')} files`
}
