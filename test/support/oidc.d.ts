/** It brings no types; tests use little of it. */
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, configuration: object)
    use(middleware: (context: never, next: () => Promise<void>) => Promise<void>): void
  }
}
