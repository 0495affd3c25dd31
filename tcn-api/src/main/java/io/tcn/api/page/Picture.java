// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A drawing of lines and points with words beside them; the template makes SVG of it, and escapes what it must.
///
/// @param width of the drawing
/// @param height of the drawing
/// @param lines drawn first
/// @param points drawn over them
/// @param words what it shows, for those who cannot see it
record Picture(int width, int height, List<Line> lines, List<Point> points, String words) {
    /// A line between two places.
    ///
    /// @param css its colour, by a class
    /// @param thickness in units of the drawing
    record Line(
            double x1,
            double y1,
            double x2,
            double y2,
            String css,
            double thickness,
            String title,
            @Nullable String href) {}

    /// A point with a label.
    ///
    /// @param anchor where the label begins: `start`, `middle` or `end`
    record Point(
            double x,
            double y,
            double radius,
            String css,
            String label,
            String anchor,
            String title,
            @Nullable String href) {}

    public String viewBox() {
        return "0 0 " + width + " " + height;
    }
}
