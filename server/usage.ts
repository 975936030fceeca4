import { ConfigError } from './config.ts'

export const usage = (version: string): string => `Dossier ${version}: your files, and an assistant that reads them

  npm start                     serve on PORT (8080) with the data in DATA_DIR (./data)
  npm start -- --role=api       only answer requests; several processes share DATABASE_URL
  npm start -- --role=worker    only work in the background
  npm run backup -- FOLDER      make a backup beside the running service
  npm run restore -- FOLDER     bring a backup into an empty DATA_DIR
  npm run fsck                  check every stored file
  npm run user -- reset EMAIL   let somebody in who forgot the password
  npm run rotate-key            change the key that seals stored secrets

Settings are environment variables: docs/configuration.md. Running a service: docs/operate.md.`

/** A slip of the finger would otherwise start something else than was meant. */
export function refuseUnknown(given: string[]): void {
  const unknown = given.find(word => !word.startsWith('--role='))
  if (unknown) throw new ConfigError(`${unknown} is not known. npm start -- --help shows what is.`)
}
