import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseAst } from 'vite'

/** Values for the parameters of a function, made up from the types that its source declares for them. */

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree, of a hundred kinds
export type Node = any

export interface Module {
  path: string
  text: string
  body: Node[]
}

const modules = new Map<string, Module>()

export function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8')
  const read = { path, text, body: (parseAst(text, { lang: 'ts' }) as Node).body as Node[] }
  modules.set(path, read)
  return read
}

/** The declarations of a module, by name; what is exported like what is not. */
function declarationOf(module: Module, name: string): { node: Node; module: Module } | undefined {
  for (const statement of module.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    if (node.id?.name === name) return { node, module }
    if (statement.source && (statement.type === 'ImportDeclaration' || statement.type === 'ExportNamedDeclaration')) {
      const found = statement.specifiers?.find(
        (specifier: Node) => (specifier.exported ?? specifier.local)?.name === name,
      )
      const path = found && resolve(dirname(module.path), statement.source.value)
      const original = (statement.type === 'ImportDeclaration' ? found?.imported : found?.local)?.name
      if (path && original && existsSync(path)) return declarationOf(moduleAt(path), original)
    }
  }
  return undefined
}

export interface Chance {
  /** A whole number below the limit. */
  below(limit: number): number
}

/** Stands for whatever cannot be read from the types: every property and element of it is such a thing again. */
export function anything(): unknown {
  const self: unknown = new Proxy(
    {},
    {
      get(_target, key) {
        if (key === 'then' || key === 'toOperationNode' || key === 'toJSON') return undefined
        if (key === Symbol.toPrimitive) return () => '1'
        if (key === Symbol.iterator) return () => [self][Symbol.iterator]()
        if (key === 'map') return (each: (value: unknown, i: number) => unknown) => [each(self, 0)]
        if (key === 'length') return 1
        return self
      },
    },
  )
  return self
}

export interface Making {
  chance: Chance
  /** Values of types that only the caller knows how to make, by name. */
  known: Record<string, () => unknown>
}

export function makeValue(type: Node | undefined, module: Module, making: Making, depth = 0): unknown {
  const of = (inner: Node, from = module) => makeValue(inner, from, making, depth + 1)
  if (!type || depth > 12) return anything()
  switch (type.type) {
    case 'TSStringKeyword':
      return anyString(module, making)
    case 'TSNumberKeyword':
      return making.chance.below(3)
    case 'TSBooleanKeyword':
      return making.chance.below(2) === 1
    case 'TSNullKeyword':
      return null
    case 'TSUndefinedKeyword':
    case 'TSVoidKeyword':
      return undefined
    case 'TSLiteralType':
      return type.literal.value ?? type.literal.quasis?.[0]?.value.cooked ?? 1
    case 'TSParenthesizedType':
      return of(type.typeAnnotation)
    case 'TSTypeOperator':
      return type.operator === 'readonly' ? of(type.typeAnnotation) : anything()
    case 'TSArrayType':
      return several(() => of(type.elementType), making)
    case 'TSTupleType':
      return type.elementTypes.map((element: Node) => of(element.elementType ?? element))
    case 'TSUnionType':
      return of(type.types[making.chance.below(type.types.length)])
    case 'TSIntersectionType':
      return Object.assign({}, ...type.types.map((part: Node) => of(part)))
    case 'TSTypeLiteral':
      return object(type.members, module, making, depth)
    case 'TSFunctionType':
      return () => of(type.returnType?.typeAnnotation)
    case 'TSIndexedAccessType':
      return indexed(type, module, making, depth)
    case 'TSTypeReference':
      return referred(type, module, making, depth)
    default:
      return anything()
  }
}

/** Any text, or one that the module itself asks for. */
function anyString(module: Module, { chance }: Making): string {
  const words = [...new Set(module.text.match(/'[\w.]+'/g))]
  const choice = chance.below(4)
  if (choice < 2) return choice === 0 ? '' : '1'
  return words[chance.below(words.length)]?.slice(1, -1) ?? '1'
}

const several = (make: () => unknown, making: Making) => Array.from({ length: making.chance.below(3) }, make)

function object(members: Node[], module: Module, making: Making, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const member of members) {
    if (member.type === 'TSMethodSignature') made[member.key.name] = () => anything()
    if (member.type !== 'TSPropertySignature') continue
    if (member.optional && making.chance.below(2) === 0) continue
    made[member.key.name ?? member.key.value] = makeValue(
      member.typeAnnotation?.typeAnnotation,
      module,
      making,
      depth + 1,
    )
  }
  return made
}

function indexed(type: Node, module: Module, making: Making, depth: number): unknown {
  if (type.indexType.type === 'TSLiteralType') {
    const made = makeValue(type.objectType, module, making, depth + 1) as Record<string, unknown>
    return made?.[type.indexType.literal.value]
  }
  // (typeof LIST)[number]
  const inner = type.objectType.type === 'TSParenthesizedType' ? type.objectType.typeAnnotation : type.objectType
  const list = inner.type === 'TSTypeQuery' && declaredValue(module, inner.exprName.name)
  const elements = list?.elements?.map((element: Node) => element.value)
  return elements ? elements[making.chance.below(elements.length)] : anything()
}

function declaredValue(module: Module, name: string): Node | undefined {
  for (const statement of module.body) {
    const node = statement.declaration ?? statement
    const found = node.declarations?.find?.((declaration: Node) => declaration.id.name === name)
    if (found) return found.init?.type === 'TSAsExpression' ? found.init.expression : found.init
  }
  return undefined
}

function keysOf(type: Node): string[] {
  const types = type?.type === 'TSUnionType' ? type.types : [type]
  return types.map((one: Node) => one?.literal?.value)
}

const COMMON: Record<string, (of: (type: Node) => unknown, args: Node[], making: Making) => unknown> = {
  Array: (of, [type], making) => several(() => of(type), making),
  ReadonlyArray: (of, [type], making) => several(() => of(type), making),
  Date: () => new Date(0),
  Buffer: () => Buffer.from('1'),
  Uint8Array: () => Buffer.from('1'),
  Map: (of, [key, value]) => new Map([[of(key), of(value)]]),
  Set: (of, [type]) => new Set([of(type)]),
  Record: (of, [key, value]) => ({ [String(of(key))]: of(value) }),
  Readonly: (of, [type]) => of(type),
  Required: (of, [type]) => of(type),
  NonNullable: (of, [type]) => of(type),
  Partial: (of, [type], { chance }) => entriesOf(of(type), () => chance.below(2) === 0),
  Pick: (of, [type, keys]) => entriesOf(of(type), key => keysOf(keys).includes(key)),
  Omit: (of, [type, keys]) => entriesOf(of(type), key => !keysOf(keys).includes(key)),
}

function entriesOf(whole: unknown, isWanted: (key: string) => boolean): unknown {
  if (typeof whole !== 'object' || whole === null) return whole
  return Object.fromEntries(Object.entries(whole).filter(([key]) => isWanted(key)))
}

function referred(type: Node, module: Module, making: Making, depth: number): unknown {
  const name: string = type.typeName.name ?? type.typeName.right?.name ?? ''
  const args: Node[] = type.typeArguments?.params ?? []
  const of = (inner: Node | undefined) => makeValue(inner, module, making, depth + 1)
  const known = making.known[name]
  if (known) return known()
  const common = COMMON[name]
  if (common) return common(of, args, making)
  const found = declarationOf(module, name)
  if (found?.node.type === 'TSTypeAliasDeclaration')
    return makeValue(found.node.typeAnnotation, found.module, making, depth + 1)
  if (found?.node.type === 'TSInterfaceDeclaration') {
    const above = (found.node.extends ?? []).map((parent: Node) =>
      referred({ typeName: parent.expression, typeArguments: parent.typeArguments }, found.module, making, depth + 1),
    )
    return Object.assign({}, ...above, object(found.node.body.body, found.module, making, depth))
  }
  return anything()
}
