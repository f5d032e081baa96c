import type { StandardSchema } from './standard-schema.ts'

/** What `schema` may be: a schema of Zod or its like, a JSON Schema, or names and types (`{ title: 'string' }`). */
export type AnySchema = StandardSchema | { readonly [name: string]: unknown }

/** The type of the data that a schema describes. A JSON Schema is not checked: a page may lack what it requires. */
export type DataOf<S> = S extends StandardSchema<infer Output> ? Output : FromSchema<S>

type FromSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly anyOf: readonly (infer One)[] }
      ? FromSchema<One>
      : S extends { readonly oneOf: readonly (infer One)[] }
        ? FromSchema<One>
        : S extends { readonly properties: infer Properties }
          ? FromProperties<Properties, RequiredOf<S>>
          : S extends { readonly type: 'array'; readonly items: infer Item }
            ? FromMeaning<Item>[]
            : S extends { readonly type: infer Type extends TypeName | readonly TypeName[] }
              ? FromType<Type extends readonly (infer One)[] ? One : Type>
              : S extends Keywords
                ? unknown
                : FromNames<S>

/** Keywords of a JSON Schema that say too much for a type. */
type Keywords =
  | { readonly $ref: unknown }
  | { readonly $schema: unknown }
  | { readonly allOf: unknown }
  | { readonly not: unknown }

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never

type FromProperties<P, Required> = Flat<
  { -readonly [Name in keyof P as Name extends Required ? Name : never]: FromMeaning<P[Name]> } & {
    -readonly [Name in keyof P as Name extends Required ? never : Name]?: FromMeaning<P[Name]>
  }
>

type FromNames<S> = { -readonly [Name in keyof S]?: FromMeaning<S[Name]> }

/** A schema, the name of a type (`'string'`, `'string[]'`), or a list of one of them. */
type FromMeaning<M> = M extends `${infer Type extends TypeName}[]`
  ? FromType<Type>[]
  : M extends TypeName
    ? FromType<M>
    : M extends readonly [infer Item]
      ? FromMeaning<Item>[]
      : M extends object
        ? FromSchema<M>
        : unknown

interface Types {
  string: string
  date: string
  url: string
  number: number
  integer: number
  boolean: boolean
  null: null
  array: unknown[]
  object: Record<string, unknown>
}

type TypeName = keyof Types
type FromType<Type> = Type extends TypeName ? Types[Type] : unknown

type Flat<T> = { [Name in keyof T]: T[Name] }
