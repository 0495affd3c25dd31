// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

/// One thing that is wrong with a scenario.
///
/// @param file the file or shipped scenario
/// @param pointer where in it: a JSON pointer, or `line 17` of a file that is not JSON; empty for the file
///     as a whole
/// @param problem what is wrong
/// @param remedy what to do
public record Complaint(String file, String pointer, String problem, String remedy) {
    /// One line for people; whatever is in a file, it does not act on a terminal.
    public String inWords() {
        String line = file + (pointer.isEmpty() ? "" : " at " + pointer) + ": " + problem + "; " + remedy;
        return line.replaceAll("\\p{Cc}", "?");
    }
}
