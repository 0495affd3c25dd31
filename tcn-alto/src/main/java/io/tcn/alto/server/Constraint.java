// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One test of a pair's cost, such as `le 40` or `[1] gt 0.5` (RFC 7285 §11.3.2.3, RFC 8189 §4.1.2). The number
/// is in the unit of the metric, also where the answer shows ranks.
///
/// @param cost what is tested
/// @param operator `gt`, `lt`, `ge`, `le` or `eq`
/// @param limit what it is compared with
record Constraint(OfferedCost cost, String operator, double limit) {
    private static final Pattern FORM = Pattern.compile(
            "(?:\\[([0-9]{1,3})] )?(gt|lt|ge|le|eq) (-?[0-9]{1,40}(?:\\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?)");
    private static final int MAX_LENGTH = 128;

    static Constraint parse(String field, String text, List<OfferedCost> testable) throws RequestException {
        Matcher parts = FORM.matcher(text);
        if (text.length() > MAX_LENGTH || !parts.matches()) {
            throw RequestException.value(field, text);
        }
        int index = parts.group(1) == null ? 0 : Integer.parseInt(parts.group(1));
        double limit = Double.parseDouble(parts.group(3));
        if (index >= testable.size() || Double.isInfinite(limit)) {
            throw RequestException.value(field, text);
        }
        return new Constraint(testable.get(index), parts.group(2), limit);
    }

    /// A cost that is not defined passes no test.
    boolean holds(Edition edition, End source, End destination) {
        double value = cost.value().of(edition, source, destination);
        return switch (operator) {
            case "gt" -> value > limit;
            case "lt" -> value < limit;
            case "ge" -> value >= limit;
            case "le" -> value <= limit;
            default -> Double.compare(value, limit) == 0 || (value == 0 && limit == 0);
        };
    }
}
