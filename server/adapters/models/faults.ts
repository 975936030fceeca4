import { ModelFailed } from '../../ports/models.ts'

interface Raised {
  name?: string
  code?: string
  statusCode?: number
  responseHeaders?: Record<string, string>
  cause?: unknown
  lastError?: unknown
}

/** An error and everything that it says it comes from, outermost first. */
export function* chain(error: unknown): Generator<Raised> {
  let at: unknown = error
  for (let depth = 0; at && depth < 8; depth++) {
    yield at as Raised
    at = (at as Raised).lastError ?? (at as Raised).cause
  }
}

const BY_STATUS: Record<number, () => ModelFailed> = {
  400: () => new ModelFailed('refused', 'The model server refused the request.'),
  401: () => new ModelFailed('unauthorised', 'The key is wrong.'),
  402: () => new ModelFailed('unauthorised', 'The account behind the key has nothing left to spend.'),
  403: () => new ModelFailed('unauthorised', 'The key may not use this model.'),
  404: () => new ModelFailed('unknown_model', 'There is no such model at this address.'),
  413: () => new ModelFailed('refused', 'The question is too long for the model.'),
  422: () => new ModelFailed('refused', 'The model server refused the request.'),
  429: () => new ModelFailed('busy', 'The model server has too many requests; try again later.', true),
}

const BY_CODE: [RegExp, () => ModelFailed][] = [
  [/PrivateAddress/, () => new ModelFailed('private', 'The address leads into a private network.')],
  [/TimeoutError|UND_ERR_.*TIMEOUT|ETIMEDOUT/, () => new ModelFailed('slow', 'The model did not answer in time.')],
  [/AbortError/, () => new ModelFailed('cancelled', 'The question was cancelled.')],
  [/ENOTFOUND|EAI_AGAIN/, () => new ModelFailed('unreachable', 'The name of the model server cannot be resolved.')],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, () => new ModelFailed('unreachable', 'Nothing answers at the address.')],
  [/CERT|SSL|TLS/, () => new ModelFailed('unreachable', 'The certificate of the model server cannot be trusted.')],
  [/RES_EXCEEDED_MAX_SIZE/, () => new ModelFailed('broken', 'The model server gave more than an answer may hold.')],
  [
    /ECONNRESET|UND_ERR_SOCKET|EPIPE/,
    () => new ModelFailed('broken', 'The model server broke off in the middle.', true),
  ],
]

/** What has gone wrong, whoever's error it came as. */
export function faultOf(error: unknown): ModelFailed {
  for (const raised of chain(error)) {
    if (raised instanceof ModelFailed) return raised
    const byCode = BY_CODE.find(([pattern]) => pattern.test(raised.name ?? '') || pattern.test(String(raised.code)))
    if (byCode) return byCode[1]()
    if (raised.statusCode !== undefined && raised.statusCode >= 300) {
      return (
        BY_STATUS[raised.statusCode]?.() ??
        new ModelFailed('broken', `The model server answered ${raised.statusCode}.`, raised.statusCode >= 500)
      )
    }
  }
  return new ModelFailed('broken', 'The model server gave an answer that cannot be read.')
}
