// Everything has a name; there is no default.
import * as everything from 'idlewheel';

void everything.IdleWheel;
void everything.IdleWheelError;
void everything.init;
void everything.initSync;

// @ts-expect-error: nothing is exported as default
void everything.default;
// @ts-expect-error: nothing else is exported
void everything.Roster;
// @ts-expect-error: nothing else can be imported
import('idlewheel/index.js');
