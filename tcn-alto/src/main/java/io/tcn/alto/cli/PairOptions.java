// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// Which pairs are asked for: each source with each destination.
final class PairOptions {
    @Option(names = "--src", paramLabel = "END", split = ",", description = "sources, in place of SRC")
    private List<String> sources = new ArrayList<>();

    @Option(names = "--dst", paramLabel = "END", split = ",", description = "destinations, in place of DST")
    private List<String> destinations = new ArrayList<>();

    /// The two sides of all pairs.
    record Sides(List<String> sources, List<String> destinations) {}

    /// @param ends what stands behind the URL without an option
    Sides sides(List<String> ends) throws WrongArgumentException {
        boolean isByOption = !sources.isEmpty() || !destinations.isEmpty();
        if (isByOption && !ends.isEmpty()) {
            throw new WrongArgumentException("give SRC DST, or --src and --dst, not both");
        }
        if (isByOption ? sources.isEmpty() || destinations.isEmpty() : ends.size() != 2) {
            throw new WrongArgumentException("give a source and a destination: SRC DST, or --src and --dst");
        }
        return isByOption
                ? new Sides(distinct(sources), distinct(destinations))
                : new Sides(split(ends.getFirst()), split(ends.getLast()));
    }

    private static List<String> split(String text) {
        return distinct(List.of(text.split(",")));
    }

    private static List<String> distinct(List<String> texts) {
        return texts.stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
    }
}
