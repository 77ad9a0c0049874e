import { changeSource } from './change-source.ts'

/**
 * Kills this process before one of its statements: KILL_AT is a number, counted from the first statement about the
 * bill, the key, the failed refund or the held sign-up, or a part of the statement's text. What the embedded gateway does are statements, too.
 */
const [number, text] = [Number(process.env.KILL_AT), process.env.KILL_AT ?? '']
const first =
  /from invoices where number|from failed_refunds where id|insert into idempotency|update held_sign_ups set decision/
let steps = 0

Object.assign(globalThis, {
  beforeStatement(statement: string) {
    if (steps === 0 && !first.test(statement)) return
    steps += 1
    if (steps === number || (Number.isNaN(number) && statement.includes(text)))
      process.kill(process.pid, 'SIGKILL')
  },
})

changeSource(
  'server/platform/db/database.ts',
  '  return client.query({\n    text,',
  '  globalThis.beforeStatement(text)\n  return client.query({\n    text,',
)
