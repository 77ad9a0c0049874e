import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adapt } from './deploy-file.ts'
import type { Program } from './find-program.ts'
import { keepRunning, type Part } from './keep-running.ts'
import { systemEnv, type Workplace } from './workplace.ts'

/** The load balancer in front of the instances, which terminates TLS. */
export type FrontProxy = Part & { url: string; certificate: string; numbersPort: number | undefined }

type Options = {
  workplace: Workplace
  program: Program
  port: number
  /** Where plain http is redirected to https. */
  plainPort: number
  instances: readonly number[]
}

export function startHaproxy(options: Options, numbersPort: number): FrontProxy {
  const { workplace, program } = options
  const file = workplace.write('haproxy.cfg', haproxyFile(options, numbersPort, makeCertificate(workplace)))
  check(program, ['-c', '-f', file])
  const part = keepRunning(workplace, {
    name: 'proxy',
    command: program.path,
    args: ['-db', '-f', file],
    env: systemEnv(program),
  })
  return { ...part, ...whereabouts(options), numbersPort }
}

export function startNginx(options: Options): FrontProxy {
  const { workplace, program } = options
  const file = workplace.write('nginx.conf', nginxFile(options, makeCertificate(workplace)))
  const args = ['-p', workplace.folder, '-e', 'stderr', '-c', file]
  check(program, [...args, '-t'], workplace.owner)
  const part = keepRunning(workplace, {
    name: 'proxy',
    command: program.path,
    args: [...args, '-g', 'daemon off;'],
    env: systemEnv(program),
    lastSignal: 'SIGTERM',
  })
  return { ...part, ...whereabouts(options), numbersPort: undefined }
}

function whereabouts({ workplace, port }: Options) {
  const certificate = readFileSync(join(workplace.folder, 'site.crt'), 'utf8')
  return { url: `https://localhost:${port}`, certificate }
}

function haproxyFile(
  { port, plainPort, instances }: Options,
  numbersPort: number,
  certificate: string,
): string {
  const servers = (health: (name: string) => string) =>
    instances
      .map((at, index) => ({ at, name: `instance-${index + 1}` }))
      .map(({ at, name }) => `    server ${name} 127.0.0.1:${at} ${health(name)}\n`)
      .join('')
  // Its port is not 443, so people type it without https. A look at the first bytes redirects them.
  const encrypted = `abns@front-desk-${port}`
  const byFirstBytes = `frontend any
    mode tcp
    bind 127.0.0.1:${port}
    tcp-request inspect-delay 5s
    tcp-request content accept if { req.ssl_hello_type 1 }
    tcp-request content accept if HTTP
    use_backend to-https if HTTP
    default_backend encrypted

backend to-https
    http-request redirect scheme https code 302

backend encrypted
    mode tcp
    server encrypted ${encrypted} send-proxy-v2

frontend https`
  return adapt('haproxy.cfg', [
    ['frontend https', byFirstBytes],
    ['bind :443', `bind ${encrypted} accept-proxy`],
    ['bind :80', `bind 127.0.0.1:${plainPort}`],
    ['127.0.0.1:8404', `127.0.0.1:${numbersPort}`],
    ['/etc/front-desk/site.pem', certificate],
    [/(?: {4}server instance-.* check\n)+/, servers(() => 'check')],
    [/(?: {4}server instance-.* track .*\n)+/, servers((name) => `track instances/${name}`)],
  ])
}

function nginxFile({ workplace, port, plainPort, instances }: Options, certificate: string): string {
  const servers = instances.map((at) => `        server 127.0.0.1:${at} max_fails=1 fail_timeout=1s;\n`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = places.map((place) => `    ${place}_temp_path ${workplace.folder}/nginx-${place};\n`)
  return adapt('nginx.conf', [
    ['/run/nginx.pid', join(workplace.folder, 'nginx.pid')],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['/etc/front-desk/site.pem', certificate],
    ['/etc/front-desk/site.pem', certificate],
    ['    access_log off;\n', `    access_log off;\n${temporary.join('')}`],
    [/(?: {8}server 127.*\n)+/, servers.join('')],
  ])
}

/** Self-signed, for localhost: a browser asks once whether to trust it. */
function makeCertificate(workplace: Workplace): string {
  const [key, certificate] = [join(workplace.folder, 'site.key'), join(workplace.folder, 'site.crt')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const flags = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const { status, stderr } = spawnSync(
    'openssl',
    [...flags, '-days', '30', '-keyout', key, '-out', certificate, ...subject],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`openssl could not make a certificate: ${stderr}`)
  return workplace.write('site.pem', readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
}

function check(program: Program, args: string[], owner = {}): void {
  const checked = spawnSync(program.path, args, { ...owner, env: systemEnv(program), encoding: 'utf8' })
  if (checked.status !== 0)
    throw new Error(`The proxy's file is not right:\n${checked.stdout}${checked.stderr}`)
}
