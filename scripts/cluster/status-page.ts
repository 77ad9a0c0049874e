import { createServer, type Server } from 'node:http'
import { type Described, describeCluster } from './describe-cluster.ts'
import type { RunningCluster } from './start-cluster.ts'

/** A page on loopback that shows each part of the running cluster, and refreshes itself. */
export function serveStatus(
  cluster: RunningCluster,
  events: readonly string[],
  port: number,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const described = await describeCluster(cluster)
    if (request.url === '/json') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...described, events }))
      return
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    response.end(pageOf(described, events))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function pageOf({ parts, facts, trying }: Described, events: readonly string[]): string {
  const isWell = parts.every(({ state }) => state === 'running')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>${isWell ? 'All parts are running' : 'A part is away'} – Front Desk cluster</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --muted: light-dark(#555, #aaa) }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.6rem; margin-bottom: .25rem }
  h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
  .away { font-weight: 700; color: light-dark(#a4000f, #ff9a9a) }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0 }
  dt { color: var(--muted) }
  dd { margin: 0 }
  code { background: #8882; padding: .1rem .35rem; border-radius: .25rem }
  ol { padding-left: 1.25rem; color: var(--muted) }
  .scroll { overflow-x: auto }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem }
</style>
</head>
<body>
<main>
<h1>Front Desk cluster</h1>
<p>${isWell ? 'All parts are running.' : '<strong class="away">A part is away.</strong> It is started again by itself.'}</p>
<dl>${facts.map(([name, value]) => `<dt>${asText(name)}</dt><dd>${linked(value)}</dd>`).join('')}</dl>
<h2 id="parts">Parts</h2>
<div class="scroll">
<table aria-labelledby="parts">
<thead><tr><th scope="col">Part</th><th scope="col">Role</th><th scope="col">State</th><th scope="col" class="number">Process id</th><th scope="col" class="number">Port</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Restarts</th><th scope="col">Last restart because</th></tr></thead>
<tbody>${parts
    .map(
      ({ name, role, state, pid, port, requests, losses, lastLoss }) =>
        `<tr><th scope="row">${asText(name)}</th><td>${asText(role)}</td><td${state === 'running' ? '' : ' class="away"'}>${asText(state)}</td>${[pid, port, requests, losses].map((value) => `<td class="number">${value ?? '–'}</td>`).join('')}<td>${asText(lastLoss ?? '–')}</td></tr>`,
    )
    .join('\n')}</tbody>
</table>
</div>
<h2>Sign in</h2>
<pre>${trying.map(asText).join('\n')}</pre>
<h2>Try it</h2>
<p>Kill any part by its process id, for example the primary: <code>kill -9 ${parts.find(({ role }) => role === 'primary')?.pid ?? 'PID'}</code>. The site goes on. So it does when an instance hangs (<code>kill -STOP</code>): one that gives no answer to <code>/health</code> for 15 s is killed and started again.</p>
<h2>What happened</h2>
<ol reversed>${events.map((line) => `<li>${asText(line)}</li>`).join('')}</ol>
</main>
</body>
</html>
`
}

function linked(value: string): string {
  const text = asText(value)
  return value.startsWith('https:') ? `<a href="${text}">${text}</a>` : text
}

function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
