// Package protocol speaks UCI, the Universal Chess Interface (Meyer-Kahlen and Huber, 2000;
// text of April 2006), between a chess program and the search.
//
// Three kinds of goroutine share the work:
//
//   - the reader takes lines from the input. It carries out stop, ponderhit and quit the moment
//     they arrive. It answers isready at once while a search, perft, bench or speedtest runs that
//     has not been stopped. Every other command goes into a queue, and so does isready at other
//     times. When the queue is full the reader waits for the command loop, but it never waits for
//     a search with a limit;
//   - the command loop carries the queue out in order. A command that needs the search to be idle
//     waits for a search with a limit to end, and stops one that is infinite or pondering;
//   - every go has a goroutine of its own that runs the search and prints its answer.
//
// Whatever comes in, each go is answered by exactly one bestmove, and no input ends the process. A
// position or a value that is wrong changes nothing. A go with wrong words in it is searched by its
// correct words. If some files of a SyzygyPath are bad, the good ones are used.
package protocol
