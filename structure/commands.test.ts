import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const run = (name: string, word: string) =>
  spawnSync(process.execPath, [`scripts/${name}.ts`, word], { cwd: root, encoding: 'utf8', timeout: 20_000 })

test.each(['simulate', 'cluster'])('npm run %s prints its help when asked, and starts nothing', (name) => {
  expect(run(name, '--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(`^npm run ${name} .+\\n$`),
  })
  expect(run(name, 'nonsense')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(`^This command takes no arguments\\. npm run ${name} `),
  })
})

test('npm test with an unknown stage lists the stages and runs none', () => {
  expect(run('test', 'nonsense')).toMatchObject({
    status: 1,
    stdout: '',
    stderr:
      'Name a stage first: types, lint, vitest, e2e, checklist. For example: npm test -- vitest nonsense\n',
  })
})
