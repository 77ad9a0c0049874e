import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Breaks a story off at every step in a build with a fault. Returns where it ended otherwise, and in which tables; empty if it
 * never did.
 */
export async function breakOffBroken(fault: string, story: string): Promise<string> {
  const args = [`--import=./proof/faults/${fault}.ts`, 'proof/kit/break-off.ts', story]
  const env = { ...process.env, PROOF_SIZE: 'full' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout
}
