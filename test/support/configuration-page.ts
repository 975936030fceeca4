import { configShape, SECRETS } from '../../server/config.ts'

/** The table of docs/configuration.md, from the very shape that reads the environment. */
export function configurationPage(): string {
  const rows = Object.entries(configShape.shape).map(([name, shape]) => {
    const fallback = shape.safeParse(undefined).data
    const shown =
      shape.def.type === 'pipe'
        ? String((shape.def.in as { def: { defaultValue?: unknown } }).def.defaultValue)
        : String(fallback ?? '')
    return `| \`${name}\` | ${shown === '' ? '' : `\`${shown}\``} | ${shape.description ?? ''} |`
  })
  return `# Configuration

Everything is set by environment variables; each has a default, so that \`npm start\` needs none. This page is made from
\`server/config.ts\`.

Secrets can also lie in files, as containers and service managers hand them over: \`NAME_FILE\` with the path in place of
\`NAME\`, for ${SECRETS.map(name => `\`${name}\``).join(', ')}.

| variable | default | what it does |
|---|---|---|
${rows.join('\n')}
`
}
