import { describe, expect, it } from 'vitest';
import { parseCount, parseDuration, parseLength, parseTimes } from '../../src/cli/units.js';

describe('lengths', () => {
  it.each([
    ['2mm', 0.002],
    ['1cm', 0.01],
    ['0.5m', 0.5],
    ['0.5', 0.5],
    ['.5 m', 0.5],
    ['1e-3m', 0.001],
    ['250um', 0.00025],
    ['3MM', 0.003],
    ['0', 0],
  ])('%s are %d metres', (text, metres) => {
    expect(parseLength('--clearance', text)).toBe(metres);
  });

  it.each(['', 'mm', '2 feet', '-1mm', '2mm3', '1,5mm', 'Infinity', 'NaN', '1e999'])('refuse %j by name', (text) => {
    expect(() => parseLength('--clearance', text)).toThrow(/^--clearance: /);
  });
});

describe('times', () => {
  it.each([
    ['30s', 30],
    ['30', 30],
    ['500ms', 0.5],
    ['2min', 120],
    ['1h', 3600],
  ])('%s are %d seconds', (text, seconds) => {
    expect(parseDuration('--budget', text)).toBe(seconds);
  });

  it('are sorted, and each is there once', () => {
    expect(parseTimes('--times', '1, 0,0.5,1.0')).toEqual([0, 0.5, 1]);
  });

  it.each(['0,,1', '', 'a', '0,-1'])('refuse %j', (text) => {
    expect(() => parseTimes('--times', text)).toThrow(/^--times: /);
  });
});

describe('counts', () => {
  it('are whole', () => {
    expect(parseCount('--threads', '12', 1)).toBe(12);
    for (const text of ['0', '1.5', '-1', '', '1e3', '99999999999999999999']) {
      expect(() => parseCount('--threads', text, 1), text).toThrow(/^--threads: /);
    }
  });
});
