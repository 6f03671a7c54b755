// Plays pig or tic-tac-toe on boardgame.io: node play_boardgameio.js pig | tic_tac_toe.
// Speaks as pace.py does. Moves go through the game's reducer, as its own `Simulate` lets them.
'use strict';

const path = require('path');
const { createRequire } = require('module');
const readline = require('readline');

// The packages lie in the folder this is started in, not beside this file.
const installed = createRequire(path.join(process.cwd(), 'package.json'));
const { CreateGameReducer, InitializeGame } = installed('boardgame.io/internal');
const { version } = installed('boardgame.io/package.json');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const GOAL = 100;

const ticTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ squares: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G, playerID }, square) => {
      G.squares[square] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const has = (s) => G.squares[s] === ctx.currentPlayer;
    if (LINES.some((line) => line.every(has))) return { winner: ctx.currentPlayer };
    if (G.squares.every((s) => s !== null)) return { draw: true };
    return undefined;
  },
  ai: {
    enumerate: (G) => {
      const found = [];
      for (let s = 0; s < 9; s++) if (G.squares[s] === null) found.push(['put', s]);
      return found;
    },
  },
};

// By the rules of our pack: a turn begins with a throw, a one costs the points of the turn.
const thrown = ({ G, random, events }) => {
  const eyes = random.D6();
  if (eyes === 1) {
    G.pot = 0;
    events.endTurn();
  } else {
    G.pot += eyes;
  }
};
const pig = {
  name: 'pig',
  setup: ({ ctx }) => ({ points: Array(ctx.numPlayers).fill(0), pot: 0 }),
  turn: { onBegin: thrown },
  moves: {
    hold: ({ G, ctx, events }) => {
      G.points[ctx.currentPlayer] += G.pot;
      G.pot = 0;
      events.endTurn();
    },
    roll: thrown,
  },
  endIf: ({ G }) => {
    const winner = G.points.findIndex((p) => p >= GOAL);
    return winner < 0 ? undefined : { winner };
  },
  ai: { enumerate: () => [['hold'], ['roll']] },
};

const game = { pig, tic_tac_toe: ticTacToe }[process.argv[2]];
const reducer = CreateGameReducer({ game });

function move(player, [type, ...args]) {
  return { type: 'MAKE_MOVE', payload: { type, args, playerID: player } };
}

// Plays one game; `seen`, if given, is told how many moves there were each time.
function play(seen) {
  let state = InitializeGame({ game, numPlayers: 2 });
  let decisions = 0;
  while (state.ctx.gameover === undefined) {
    const player = state.ctx.currentPlayer;
    const moves = game.ai.enumerate(state.G, state.ctx, player);
    if (seen) seen.push(moves.length);
    const before = state;
    state = reducer(state, move(player, moves[Math.floor(Math.random() * moves.length)]));
    if (state._stateID === before._stateID) throw new Error('a move was refused');
    decisions += 1;
  }
  return decisions;
}

function played(seconds) {
  let games = 0;
  let decisions = 0;
  const begin = performance.now();
  let now = begin;
  while (now < begin + seconds * 1000 || games === 0) {
    decisions += play();
    games += 1;
    now = performance.now();
  }
  return { games, decisions, seconds: (now - begin) / 1000 };
}

const say = (facts) => console.log(JSON.stringify(facts));
const seen = [];
for (let i = 0; i < 40; i++) play(seen);
say({
  versions: { node: process.version.slice(1), 'boardgame.io': version },
  options_per_decision: seen.reduce((a, b) => a + b, 0) / seen.length,
  single_option: seen.filter((n) => n === 1).length / seen.length,
});
readline.createInterface({ input: process.stdin }).on('line', (line) => say(played(Number(line))));
