// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Seeds as people write them: `1-5`, `3`, `1,4,7-9`.
public final class Seeds {
    private static final Pattern PART = Pattern.compile("(\\d{1,15})(?:-(\\d{1,15}))?");
    private static final int MAX = 10_000;

    private Seeds() {}

    /// The seeds in the order given, each once.
    ///
    /// @throws IllegalArgumentException if the text is something else
    public static Set<Long> parse(String text) {
        Set<Long> seeds = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException("seeds are written as 1-5 or 1,4,7-9, given was \"" + text + "\"");
            }
            long from = Long.parseLong(matcher.group(1));
            long to = matcher.group(2) == null ? from : Long.parseLong(matcher.group(2));
            if (to < from || to - from >= MAX) {
                throw new IllegalArgumentException(
                        "a range of seeds rises and holds at most " + MAX + ", given was \"" + part.strip() + "\"");
            }
            for (long seed = from; seed <= to; seed++) {
                seeds.add(seed);
            }
        }
        return seeds;
    }
}
