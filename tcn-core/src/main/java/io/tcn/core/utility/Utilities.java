// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// The utilities by name.
public final class Utilities {
    private static final String ALPHA_FAIR = "alpha-fair:";

    private Utilities() {}

    /// The utility of a name: `sum`, `proportional`, `alpha-fair:2` (any alpha of 0 to 8) or `max-min`.
    ///
    /// @throws IllegalArgumentException if there is none of this name; the message names those that are
    public static Utility byName(String name) {
        if (name.startsWith(ALPHA_FAIR)) {
            return new AlphaFairUtility(alpha(name));
        }
        return switch (name) {
            case SumUtility.NAME -> new SumUtility();
            case "proportional" -> AlphaFairUtility.proportional();
            case MaxMinUtility.NAME -> new MaxMinUtility();
            default ->
                throw new IllegalArgumentException("there is no utility \"" + name
                        + "\": use sum, proportional, alpha-fair:ALPHA (such as alpha-fair:2) or max-min");
        };
    }

    private static double alpha(String name) {
        try {
            return Double.parseDouble(name.substring(ALPHA_FAIR.length()));
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException("\"" + name + "\" needs a number, as in alpha-fair:2", noNumber);
        }
    }
}
