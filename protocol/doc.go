// Package protocol speaks UCI, the Universal Chess Interface (Meyer-Kahlen and Huber, 2000;
// text of April 2006), between a chess program and the search.
//
// Three kinds of goroutine share the work:
//
//   - the reader takes lines from the input. It carries out stop, ponderhit and quit the moment
//     they arrive. It answers isready at once while a search, perft, bench or speedtest runs that
//     no stop has ended. Everything else goes into a queue, and so does isready at other times.
//     When the queue is full it waits for the command loop, but never for a search with a limit;
//   - the command loop carries the queue out in order. A command that needs the search to be idle
//     waits for a search with a limit to end, and stops one that is infinite or pondering;
//   - every go has a goroutine of its own that runs the search and prints its answer.
//
// Whatever comes in, each go is answered by exactly one bestmove, and no input ends the process. A
// position or a value that is wrong changes nothing. A go is searched with those of its words that
// are right. A SyzygyPath brings those of its files that are good.
package protocol
