// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// The utilities by name.
public final class Utilities {
    /// What stands between the name of a utility and what a connection costs in it.
    static final String COST = "+cost:";

    private static final String ALPHA_FAIR = "alpha-fair:";

    private Utilities() {}

    /// The utility of a name: `sum`, `proportional`, `alpha-fair:2` (any alpha of 0 to 8) or `max-min`; each with
    /// `+cost:K` behind it where connections cost something, as in `proportional+cost:1.02`.
    ///
    /// @throws IllegalArgumentException if there is none of this name; the message names those that are
    public static Utility byName(String name) {
        int cost = name.indexOf(COST);
        if (cost >= 0) {
            return new JustEnoughUtility(
                    byName(name.substring(0, cost)), number(name, cost + COST.length(), "proportional+cost:1.02"));
        }
        if (name.startsWith(ALPHA_FAIR)) {
            return new AlphaFairUtility(number(name, ALPHA_FAIR.length(), "alpha-fair:2"));
        }
        return switch (name) {
            case SumUtility.NAME -> new SumUtility();
            case "proportional" -> AlphaFairUtility.proportional();
            case MaxMinUtility.NAME -> new MaxMinUtility();
            default ->
                throw new IllegalArgumentException("there is no utility \"" + name
                        + "\": use sum, proportional, alpha-fair:ALPHA (such as alpha-fair:2) or max-min, with +cost:K behind it if"
                        + " connections are to cost something (such as proportional+cost:1.02)");
        };
    }

    private static double number(String name, int from, String example) {
        try {
            return Double.parseDouble(name.substring(from));
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException("\"" + name + "\" needs a number, as in " + example, noNumber);
        }
    }
}
