// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

/// A part of a capacity.
///
/// @param part 0 to 1
public record Share(double part) implements Bound {
    private static final double WHOLE = 100;

    public Share {
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("a share is 0% to 100%");
        }
    }

    /// Reads `40%`.
    public static Share parse(String text) {
        Figures.Figure figure = Figures.read(text, "a share: write it as 40%");
        if (!"%".equals(figure.unit())) {
            throw new IllegalArgumentException("\"" + text + "\" has no percent sign: write a share as 40%");
        }
        if (figure.value() > WHOLE) {
            throw new IllegalArgumentException("\"" + text + "\" is more than all there is: a share is 0% to 100%");
        }
        return new Share(figure.value() / WHOLE);
    }

    /// Such as `40 %`.
    public static String inWords(double part) {
        return Figures.rounded(part * WHOLE, 4) + " %";
    }

    /// Such as `40%`: what [#parse] reads again.
    public static String exactly(double part) {
        return Figures.rounded(part * WHOLE, 12) + "%";
    }

    @Override
    public String toString() {
        return inWords(part);
    }
}
