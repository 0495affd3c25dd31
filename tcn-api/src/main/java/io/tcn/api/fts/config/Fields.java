// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.core.model.DeclaredRange;
import io.tcn.core.model.UserId;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The keys of an object that a caller sent, read with care: a wrong type, a text that is too long or has control
/// characters, and a number out of its range are refused. A null counts as missing.
///
/// @param object the object
/// @param form whether it came as a form, in which everything is a text
/// @param place where it stands, such as `se_info.`; empty at the top
record Fields(JsonNode object, boolean form, String place) {
    /// A text as long as a name may be.
    static final int NAME = 255;

    /// A text as long as a distinguished name or a storage element may be.
    static final int LONG_NAME = 1024;

    /// A text as long as a message may be.
    static final int MESSAGE = 2000;

    /// Some bit/s.
    private static final double LEAST_MEBIBYTES = 0.000001;

    /// Whether a key is there, null or not.
    boolean has(String key) {
        return object.has(key);
    }

    /// Refuses keys that are not known.
    void only(Set<String> known) {
        for (String key : object.propertyNames()) {
            if (!known.contains(key)) {
                throw FtsException.badRequest(
                        "There is no key \"" + shown(key) + "\", known are " + new TreeSet<>(known));
            }
        }
    }

    Optional<String> text(String key, int longest) {
        JsonNode value = object.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw wrong(key, "a string");
        }
        return Optional.of(clean(place + key, value.stringValue(), longest));
    }

    String needText(String key, int longest) {
        return text(key, longest)
                .map(String::strip)
                .filter(given -> !given.isEmpty())
                .orElseThrow(() -> FtsException.badRequest("\"" + place + key + "\" is missing"));
    }

    /// A text of a caller as it may be stored and shown.
    static String clean(String key, String text, int longest) {
        if (text.length() > longest) {
            throw FtsException.badRequest("\"" + key + "\" has " + longest + " characters at most");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw FtsException.badRequest("\"" + key + "\" must not have control characters");
        }
        return text;
    }

    Optional<Integer> integer(String key, int least) {
        return integer(key, least, Integer.MAX_VALUE, "a whole number of " + least + " or more");
    }

    /// A number of connections that a pipe may have.
    Optional<Integer> connections(String key, int least) {
        int most = DeclaredRange.MOST_CONNECTIONS;
        return integer(key, least, most, "a whole number from " + least + " to " + most);
    }

    private Optional<Integer> integer(String key, int least, int most, String expected) {
        JsonNode value = object.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        Integer number = null;
        if (value.isIntegralNumber() && value.canConvertToInt()) {
            number = value.intValue();
        } else if (form && value.isString()) {
            number = parsed(value.stringValue());
        }
        if (number == null || number < least || number > most) {
            throw wrong(key, expected);
        }
        return Optional.of(number);
    }

    private static @Nullable Integer parsed(String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException none) {
            return null;
        }
    }

    /// A number of zero or more.
    Optional<Double> number(String key) {
        JsonNode value = object.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        double number = value.isNumber() ? value.doubleValue(Double.NaN) : Double.NaN;
        if (!(number >= 0) || Double.isInfinite(number)) {
            throw wrong(key, "a number of 0 or more");
        }
        return Optional.of(number);
    }

    /// A throughput in MiB/s, 0 for none.
    Optional<Double> throughput(String key) {
        Optional<Double> number = number(key);
        number.filter(mebibytes -> mebibytes > 0 && mebibytes < LEAST_MEBIBYTES).ifPresent(tiny -> {
            throw wrong(key, "0, or 0.000001 MiB/s or more");
        });
        return number;
    }

    Optional<Boolean> flag(String key) {
        JsonNode value = object.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (value.isBoolean()) {
            return Optional.of(value.booleanValue());
        }
        if (value.isIntegralNumber() && value.canConvertToInt() && (value.intValue() == 0 || value.intValue() == 1)) {
            return Optional.of(value.intValue() == 1);
        }
        if (form && value.isString()) {
            String text = value.stringValue().strip().toLowerCase(Locale.ROOT);
            if (Set.of("true", "1", "y", "yes", "on").contains(text)) {
                return Optional.of(true);
            }
            if (Set.of("false", "0", "n", "no", "off", "").contains(text)) {
                return Optional.of(false);
            }
        }
        throw wrong(key, "true or false");
    }

    private FtsException wrong(String key, String expected) {
        return FtsException.badRequest("\"" + place + key + "\" must be " + expected);
    }

    /// Turns what the model refuses into an answer.
    static <T> T checked(Supplier<T> body) {
        try {
            return body.get();
        } catch (IllegalArgumentException refused) {
            throw FtsException.badRequest(refused.getMessage() == null ? "The value is wrong" : refused.getMessage());
        }
    }

    /// A VO's name as a user.
    static UserId user(String name) {
        return checked(() -> UserId.of(clean("vo", name.strip(), NAME)));
    }

    private static String shown(String text) {
        String line = text.replaceAll("\\p{Cc}", "?");
        return line.length() <= NAME ? line : line.substring(0, NAME);
    }
}
