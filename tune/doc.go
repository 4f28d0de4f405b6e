// Package tune adjusts the search's numbers by self-play. The method is simultaneous perturbation
// stochastic approximation (SPSA: Spall, 1992), with the gain sequences that testing frameworks for
// chess engines use. Every iteration makes two settings. Each number is raised in one of them,
// chosen at random, and lowered in the other. The two settings play a pair of games from one
// opening with colours exchanged. Then the numbers move towards the winner.
package tune
