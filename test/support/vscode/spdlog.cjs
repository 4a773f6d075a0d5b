'use strict';

// Stands in for VS Code's native logger, which npm could only compile: without one, logs and output channels stay empty.

const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #level = 2;
  #raw = false;
  #file;

  constructor(_type, _name, file) {
    this.#file = file;
  }

  trace = (message) => this.#write(0, message);
  debug = (message) => this.#write(1, message);
  info = (message) => this.#write(2, message);
  warn = (message) => this.#write(3, message);
  error = (message) => this.#write(4, message);
  critical = (message) => this.#write(5, message);

  getLevel() {
    return this.#level;
  }

  setLevel(level) {
    this.#level = level;
  }

  clearFormatters() {
    this.#raw = true;
  }

  setPattern() {}
  flush() {}
  drop() {}

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#raw ? message : `${time} [${names[level]}] ${message}\n`);
  }
}

async function createLogger(name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

exports.version = 11400;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
