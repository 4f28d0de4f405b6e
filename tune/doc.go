// Package tune adjusts the search's numbers by self-play: simultaneous perturbation stochastic
// approximation (SPSA: Spall, 1992), with the gain sequences that testing frameworks for chess
// engines use. Every iteration moves all numbers at once a random step up or down, lets the two
// settings play a pair of games from one opening with colours exchanged, and follows the winner.
package tune
