// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Days of the week.
public final class Days {
    private static final int LETTERS = 3;

    private Days() {}

    /// Reads `MON-FRI`, `SAT,SUN`, `FRI-MON,WED`.
    ///
    /// @return three letters each, from Monday on
    public static List<String> parse(String text) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String part : text.split(",", -1)) {
            int dash = part.indexOf('-');
            DayOfWeek first = day(dash < 0 ? part : part.substring(0, dash), text);
            DayOfWeek last = dash < 0 ? first : day(part.substring(dash + 1), text);
            days.add(last);
            for (DayOfWeek day = first; day != last; day = day.plus(1)) {
                days.add(day);
            }
        }
        List<String> names = new ArrayList<>();
        for (DayOfWeek day : days) {
            names.add(day.name().substring(0, LETTERS));
        }
        return List.copyOf(names);
    }

    private static DayOfWeek day(String name, String whole) {
        String wanted = name.strip().toUpperCase(Locale.ROOT);
        for (DayOfWeek day : DayOfWeek.values()) {
            if (day.name().equals(wanted) || day.name().substring(0, LETTERS).equals(wanted)) {
                return day;
            }
        }
        throw new IllegalArgumentException("\"" + whole + "\" has a day that does not exist, \"" + name.strip()
                + "\": write days as MON-FRI or SAT,SUN");
    }
}
