import { expect, test } from '@jest/globals';
import { openSimulationGate } from '../../src/simulation/simulationGate.js';

test('a person runs one simulation at a time, a process four, and places are free again afterwards', () => {
  const gate = openSimulationGate();
  const ends = ['ada', 'ben', 'cleo'].map((userId) => gate.begin(userId));
  expect(() => gate.begin('ada')).toThrow('You run another simulation');
  ends.push(gate.begin('dan'));
  expect(() => gate.begin('eve')).toThrow('Other simulations run now');
  ends[0]?.();
  expect(() => gate.begin('ben')).toThrow('You run another simulation');
  expect(gate.begin('eve')).toBeInstanceOf(Function);
  expect(() => gate.begin('ada')).toThrow(expect.objectContaining({ reason: 'SIMULATIONS_BUSY' }));
});

test('tests before publishing wait for those of others, whatever these come to, and for nothing else', async () => {
  const gate = openSimulationGate();
  gate.begin('ada');
  const order: string[] = [];
  const failing = gate.inTurn(async () => {
    await Promise.resolve();
    order.push('first');
    throw new Error('It fails');
  });
  const second = gate.inTurn(async () => void order.push('second'));
  await expect(failing).rejects.toThrow('It fails');
  await second;
  expect(order).toEqual(['first', 'second']);
});
