/** One thing the service depends on. Throws, with a sentence, when it is not as it should be; answers a remark when it is. */
export interface Check {
  name: string
  run(): Promise<string>
  /** Not where nobody has set it up: then it can neither work nor fail. */
  configured?: boolean
}
