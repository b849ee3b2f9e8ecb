import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { createTextScanner, scanNumber } from '../../src/mesh/scan-text.js';

const SEED = 10;
const encoder = new TextEncoder();

function scan(text: string): number {
  return scanNumber(createTextScanner(encoder.encode(text)));
}

describe('scanNumber', () => {
  it('reads every way of writing a number as the language itself does', () => {
    const random = createRandom(SEED);
    const digits = (count: number): string => Array.from({ length: count }, () => random.integer(10)).join('');
    for (let i = 0; i < 20_000; i++) {
      const sign = ['', '-', '+'][random.integer(3)];
      const whole = digits(random.integer(random.integer(20) + 1));
      const fraction = digits(random.integer(random.integer(25) + 1));
      const mantissa = whole + (fraction === '' && random.integer(2) === 0 ? '' : `.${fraction}`);
      const exponent = ['', `e${random.integer(40) - 20}`, `E+0${random.integer(300)}`, `e-${random.integer(330)}`];
      const text = sign + (/\d/.test(mantissa) ? mantissa : '5') + exponent[random.integer(4)];
      const expected = Number(text);
      if (!Object.is(scan(text), Number.isFinite(expected) ? expected : NaN)) {
        expect.fail(`seed ${SEED}: "${text}" is read as ${scan(text)}, not ${expected}`);
      }
    }
    expect(scan('2.2250738585072011e-308')).toBe(2 ** -1022 - 2 ** -1074);
    expect(scan('-0')).toBe(-0);
  });

  it('ends with the word', () => {
    for (const text of ['1.5 2', '1.5\t2', '1.5\r\n', '1.5\n', '1.5\\\n2', '1.5']) expect(scan(text)).toBe(1.5);
  });

  it.each([
    '',
    '.',
    '-',
    '+',
    'e5',
    '1e',
    '1e+',
    '1.2.3',
    '1,5',
    '0x10',
    '1_0',
    'nan',
    'inf',
    'Infinity',
    '1e999',
    '--1',
  ])('refuses "%s" and stays before it', (text) => {
    const scanner = createTextScanner(encoder.encode(text));
    expect(scanNumber(scanner)).toBeNaN();
    expect(scanner.at).toBe(0);
  });
});
