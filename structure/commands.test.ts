import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

test.each(['simulate', 'cluster'])(
  'npm run %s says what it does when it is asked, and starts nothing',
  (name) => {
    const run = (word: string) =>
      spawnSync(process.execPath, [`scripts/${name}.ts`, word], {
        cwd: root,
        encoding: 'utf8',
        timeout: 20_000,
      })
    expect(run('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(`^npm run ${name} .+\\n$`),
    })
    expect(run('nonsense')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(`^This command takes no arguments\\. npm run ${name} `),
    })
  },
)
