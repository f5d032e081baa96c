// The library takes its parts together by metadata of classes, which this brings: it has to come first. Loading it takes a tenth of a second.
import 'reflect-metadata'

export * from '@peculiar/x509'
