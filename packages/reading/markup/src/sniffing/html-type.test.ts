import { describe, expect, test } from '@jest/globals'
import { htmlType } from './html-type.ts'

describe('htmlType', () => {
  test.each([
    ['<p>hi', 'text/html; charset=utf-8', 'text/html'],
    ['<p>hi', 'TEXT/HTML', 'text/html'],
    ['<p>hi', undefined, 'text/html'],
    ['<!DOCTYPE html><p>', 'text/plain', 'text/html'],
    ['\ufeff\n<!-- x --><html lang=en>', 'application/octet-stream', 'text/html'],
    ['<?xml version="1.0"?><!DOCTYPE html><html>', 'application/xhtml+xml', 'application/xhtml+xml'],
    ['<p>in a text file', 'text/plain', undefined],
    ['{"a": "<html>"}', 'application/json', undefined],
    ['<?xml version="1.0"?><rss>', 'application/rss+xml', undefined],
    ['%PDF-1.7', 'text/html', undefined],
    ['just words', undefined, undefined],
  ])('takes %j sent as %s for %s', (body, contentType, expected) => {
    expect(htmlType(new TextEncoder().encode(body), contentType)).toBe(expected)
  })

  test('sees a page in UTF-16', () => {
    expect(htmlType(Buffer.from('\ufeff<!doctype html><p>x</p>', 'utf16le'), undefined)).toBe('text/html')
  })
})
